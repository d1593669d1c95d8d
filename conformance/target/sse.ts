/** Event streams as the suite reads them: complete frames of a growing text. */

export interface Frame {
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly data: string;
}

/** The frames that are complete in `text`; what follows the last blank line is left for later. */
export function parseFrames(text: string): readonly Frame[] {
  const frames: Frame[] = [];
  const blocks = text.replaceAll("\r\n", "\n").replaceAll("\r", "\n").split("\n\n");
  blocks.pop();
  for (const block of blocks) {
    let id: string | undefined;
    let event: string | undefined;
    const data: string[] = [];
    for (const line of block.split("\n")) {
      const [, name, value] = /^([^:]+)(?:: ?(.*))?$/s.exec(line) ?? [];
      if (name === "data") data.push(value ?? "");
      else if (name === "id") id = value ?? "";
      else if (name === "event") event = value;
    }
    if (data.length > 0 || id !== undefined) frames.push({ id, event, data: data.join("\n") });
  }
  return frames;
}
