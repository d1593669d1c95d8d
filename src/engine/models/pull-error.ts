/** Why a model was not pulled; the message is for the user and says what to do. */
export class PullError extends Error {
  override readonly name = "PullError";
  readonly reason: "offline" | "network" | "refused" | "checksum" | "damaged" | "space" | "storage";

  constructor(reason: PullError["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}
