import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../platform/app-error.ts";
import type { Routes } from "./routes.ts";

/** One file of the portal in every form it can be sent in. */
interface PortalFile {
  type: string;
  bytes: Buffer;
  gzip: Buffer | undefined;
  brotli: Buffer | undefined;
  isHashed: boolean;
}

interface BuiltPortal {
  page: string;
  files: Map<string, PortalFile>;
}

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

const nonceMark = "%STYLE_NONCE%";
const nonceBytes = 16;

/** Read once, on the first visit: a portal is a megabyte or two, and most processes never serve it. */
async function readPortal(folder: string): Promise<BuiltPortal> {
  const page = await readFile(join(folder, "index.html"), "utf8");
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"));
  const bytesOf = (name: string) => (names.includes(name) ? readFile(join(folder, name)) : undefined);
  const files = new Map<string, PortalFile>();
  for (const name of names) {
    const type = types[extname(name)];
    if (type === undefined) continue;
    files.set(name, {
      type,
      bytes: await readFile(join(folder, name)),
      gzip: await bytesOf(`${name}.gz`),
      brotli: await bytesOf(`${name}.br`),
      // The build puts a hash of the content into these names, so that one name is one content for ever.
      isHashed: name.startsWith("assets/"),
    });
  }
  return { page, files };
}

/** Scripts only from our own files, none in the page; styles from our files or with the page's nonce; nothing from others. */
function policyFor(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

const hardening = {
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
};

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(nonceBytes).toString("base64");
  return reply
    .headers({ ...hardening, "content-security-policy": policyFor(nonce) })
    .type("text/html; charset=utf-8")
    .send(page.replaceAll(nonceMark, nonce));
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: PortalFile): FastifyReply {
  const accepted = request.headers["accept-encoding"] ?? "";
  const [encoding, body] =
    file.brotli !== undefined && /\bbr\b/.test(accepted)
      ? ["br", file.brotli]
      : file.gzip !== undefined && /\bgzip\b/.test(accepted)
        ? ["gzip", file.gzip]
        : [undefined, file.bytes];
  if (encoding !== undefined) reply.header("content-encoding", encoding);
  return reply
    .headers({ ...hardening, vary: "accept-encoding" })
    .header("cache-control", file.isHashed ? "public, max-age=31536000, immutable" : "no-cache")
    .type(file.type)
    .send(body);
}

/** The portal: its files as they were built, and for every other address below it the one page that routes by itself. */
export function portalRoutes(app: Routes, { portalFolder }: { portalFolder: string }): void {
  let built: Promise<BuiltPortal> | undefined;
  const portal = () => {
    built ??= readPortal(portalFolder).catch((cause: unknown) => {
      built = undefined;
      throw new AppError("not_found", "The portal has not been built here; npm start builds it.", { cause });
    });
    return built;
  };
  // Sent from memory and the same for everyone: cheaper than counting.
  const options = { config: { access: "public", counts: "nothing" }, schema: { hide: true } } as const;

  app.get("/portal", options, (_request, reply) => reply.redirect("/portal/", 301));
  app.get("/portal/*", options, async (request, reply) => {
    const { page, files } = await portal();
    const name = (request.params as { "*": string })["*"];
    const file = files.get(name);
    if (file !== undefined) return sendFile(request, reply, file);
    // A file that is gone must not come back as a page: the browser would take it for a broken script.
    if (name.startsWith("assets/") || extname(name) !== "") throw new AppError("not_found", "There is no such file.");
    return sendPage(reply, page);
  });
}
