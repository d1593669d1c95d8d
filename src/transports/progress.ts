/**
 * Progress of one request: only with a token, strictly rising, at most ten a second, the newest of those held back, and
 * nothing once the response is on its way.
 */
export interface Progress {
  report(done: number, total?: number, message?: string): void;
  end(): void;
}

export interface ProgressParams {
  readonly progressToken: string | number;
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** Milliseconds between two notifications. */
const interval = 100;

export function createProgress(
  progressToken: string | number,
  send: (params: ProgressParams) => void,
  now: () => number = () => performance.now(),
): Progress {
  let sent = Number.NEGATIVE_INFINITY;
  let next = 0;
  let waiting: ProgressParams | undefined;
  let timer: NodeJS.Timeout | undefined;
  let ended = false;

  function flush(): void {
    timer = undefined;
    if (ended || waiting === undefined) return;
    const params = waiting;
    waiting = undefined;
    sent = params.progress;
    next = now() + interval;
    send(params);
  }

  return {
    report(done, total, message) {
      if (ended || !Number.isFinite(done) || done <= (waiting?.progress ?? sent)) return;
      waiting = {
        progressToken,
        progress: done,
        ...(total === undefined ? {} : { total }),
        ...(message === undefined ? {} : { message }),
      };
      const wait = next - now();
      if (wait <= 0) flush();
      else timer ??= setTimeout(flush, wait);
    },
    end() {
      ended = true;
      clearTimeout(timer);
    },
  };
}
