;; Dot products of one int8 query with n int8 rows, 16 lanes at a time. `dims` is a multiple of 16.
;; Products fit: 127 * 127 * 4096 dims stays below 2^31.
(module
  (import "env" "memory" (memory 1 65536))
  (func (export "scan")
    (param $query i32) (param $rows i32) (param $n i32) (param $dims i32) (param $out i32)
    (local $end i32) (local $at i32) (local $stop i32) (local $q v128) (local $r v128) (local $sum v128)
    (local.set $end (i32.add (local.get $out) (i32.shl (local.get $n) (i32.const 2))))
    (block $done
      (loop $row
        (br_if $done (i32.ge_u (local.get $out) (local.get $end)))
        (local.set $sum (v128.const i32x4 0 0 0 0))
        (local.set $at (local.get $query))
        (local.set $stop (i32.add (local.get $query) (local.get $dims)))
        (loop $lanes
          (local.set $q (v128.load (local.get $at)))
          (local.set $r (v128.load (local.get $rows)))
          (local.set $sum (i32x4.add (local.get $sum)
            (i32x4.add
              (i32x4.dot_i16x8_s
                (i16x8.extend_low_i8x16_s (local.get $q)) (i16x8.extend_low_i8x16_s (local.get $r)))
              (i32x4.dot_i16x8_s
                (i16x8.extend_high_i8x16_s (local.get $q)) (i16x8.extend_high_i8x16_s (local.get $r))))))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (local.set $rows (i32.add (local.get $rows) (i32.const 16)))
          (br_if $lanes (i32.lt_u (local.get $at) (local.get $stop))))
        (i32.store (local.get $out)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
            (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (br $row)))))
