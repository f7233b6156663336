// Preloaded into the service: names are asked of the name server DRILL_NAME_SERVER only.
import dns from "node:dns/promises";
import { syncBuiltinESMExports } from "node:module";

const address = process.env["DRILL_NAME_SERVER"] ?? "";
dns.Resolver = class extends dns.Resolver {
  constructor(options) {
    super(options);
    this.setServers([address]);
  }
};
syncBuiltinESMExports();
