import { connect } from "node:net";
import { hostname } from "node:os";

interface SyslogMessage {
  at: Date;
  id: string;
  text: string;
}

/** Facility 13 (log audit), severity 5 (notice). */
const priority = 13 * 8 + 5;
const timeoutMilliseconds = 10_000;

/** RFC 5424 messages with the octet counts of RFC 6587. Resolves when the server has acknowledged the bytes by closing. */
export function sendSyslog(url: string, messages: SyslogMessage[]): Promise<void> {
  const { hostname: host, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: host.replace(/^\[|\]$/g, ""), port: Number(port) });
    socket.setTimeout(timeoutMilliseconds, () => socket.destroy(new Error(`${host}:${port} did not answer`)));
    socket.once("error", reject);
    socket.once("close", (hasFailed) => !hasFailed && resolve());
    // Nothing is expected, but an unread answer would keep the connection open.
    socket.resume();
    socket.end(messages.map(frame).join(""));
  });
}

function frame({ at, id, text }: SyslogMessage): string {
  const message = `<${priority}>1 ${at.toISOString()} ${hostname()} assay ${process.pid} ${id} - ${text}`;
  return `${Buffer.byteLength(message)} ${message}`;
}
