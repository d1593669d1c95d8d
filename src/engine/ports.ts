/** The sources of non-determinism, as ports. Tests pass fixed ones. */

export interface Clock {
  /** Milliseconds since the epoch, UTC. */
  now(): number;
}

export interface Ids {
  /** UUID v4. */
  uuid(): string;
}

export interface EngineLog {
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

export const systemClock: Clock = { now: () => Date.now() };
