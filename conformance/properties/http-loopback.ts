/** http.loopback: a server that is reached on loopback listens nowhere else. */
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import type { Property } from "../property.ts";

const rows = ["http.loopback-only"];
const patienceMs = 1_500;

export default {
  id: "http.loopback",
  claim: "A local server listens on loopback only",
  rows,
  on: ["http-modern"],
  async run(check) {
    const { hostname, port, protocol } = check.http.poster.url;
    if (!/^(127\.|localhost$|\[::1\]$)/.test(hostname))
      return check.skip("http.loopback-only", "the server is not local");
    const addresses = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter((one) => !one.internal && !one.address.startsWith("fe80"))
      .map((one) => one.address);
    if (addresses.length === 0) return check.skip("http.loopback-only", "this machine has no other address");
    const used = Number(port || (protocol === "https:" ? 443 : 80));
    for (const address of addresses) {
      const open = await answers(address, used);
      check.expect("http.loopback-only", !open, `port ${used} is open on ${address}`);
    }
  },
} satisfies Property;

function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: patienceMs });
    const done = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once("connect", () => done(true));
    socket.once("timeout", () => done(false));
    socket.once("error", () => done(false));
  });
}
