import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../platform/app-error.ts";
import type { Routes } from "./routes.ts";

/** A file of the portal, plain and compressed. */
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

const noncePlaceholder = "%STYLE_NONCE%";
const nonceBytes = 16;

/** Read on the first visit: the portal has a megabyte or two, and most processes never serve it. */
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
      // These names contain a hash of the content, so that the content never changes.
      isHashed: name.startsWith("assets/"),
    });
  }
  return { page, files };
}

/** No inline scripts, inline styles only with the nonce, nothing from other origins. */
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

const securityHeaders = {
  "x-frame-options": "DENY",
  // Also for the page that opens the link to a review; its token is behind the #, which no request contains.
  "referrer-policy": "same-origin",
  "x-robots-tag": "noindex, nofollow",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
};

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(nonceBytes).toString("base64");
  return reply
    .headers({ ...securityHeaders, "content-security-policy": policyFor(nonce) })
    .type("text/html; charset=utf-8")
    .send(page.replaceAll(noncePlaceholder, nonce));
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
    .headers({ ...securityHeaders, vary: "accept-encoding" })
    .header("cache-control", file.isHashed ? "public, max-age=31536000, immutable" : "no-cache")
    .type(file.type)
    .send(body);
}

/** Serves the built files, and index.html for every other path, because the portal routes in the browser. */
export function portalRoutes(app: Routes, { portalFolder }: { portalFolder: string }): void {
  let built: Promise<BuiltPortal> | undefined;
  const portal = () => {
    built ??= readPortal(portalFolder).catch((cause: unknown) => {
      built = undefined;
      throw new AppError("not_found", "The portal has not been built here; npm start builds it.", { cause });
    });
    return built;
  };
  // Served from memory, so not rate limited.
  const options = { config: { access: "public", counts: "nothing" }, schema: { hide: true } } as const;

  app.get("/portal", options, (_request, reply) => reply.redirect("/portal/", 301));
  app.get("/portal/*", options, async (request, reply) => {
    const { page, files } = await portal();
    const name = (request.params as { "*": string })["*"];
    const file = files.get(name);
    if (file !== undefined) return sendFile(request, reply, file);
    // A missing file must not be answered with the page: the browser would report a broken script.
    if (name.startsWith("assets/") || extname(name) !== "") throw new AppError("not_found", "There is no such file.");
    return sendPage(reply, page);
  });
}
