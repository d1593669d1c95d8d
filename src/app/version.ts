/** The package's version: the bundle carries it, a checkout reads it. */
import pkg from "../../package.json" with { type: "json" };

export const version: string = pkg.version;
