import { createHash } from "node:crypto";
import { fastify } from "fastify";
import { Type } from "typebox";
import type { Routes } from "./routes.ts";
import { responses } from "./wire.ts";

interface ReferencePage {
  html: string;
  script: string;
  policy: string;
}

/** Loaded on the first visit: the script has 4 MB, and most processes never serve it. */
async function renderReference(): Promise<ReferencePage> {
  const { default: scalar } = await import("@scalar/fastify-api-reference");
  const renderer = fastify();
  // No third-party fonts, telemetry or assistants.
  const configuration = {
    url: "/v1/openapi.json",
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: "never",
    hideClientButton: true,
    pageTitle: "Assay API reference",
  };
  await renderer.register(scalar, { routePrefix: "/docs", configuration: configuration as object });
  const { body: html } = await renderer.inject("/docs/");
  const { body: script } = await renderer.inject("/docs/js/scalar.js");
  await renderer.close();
  const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
  );
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${inline.join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return { html, script, policy };
}

export function referenceRoutes(app: Routes): void {
  let page: Promise<ReferencePage> | undefined;
  const rendered = () => (page ??= renderReference());
  const config = { access: "public" } as const;
  const hidden = { hide: true };

  app.get(
    "/v1/openapi.json",
    {
      config,
      schema: {
        operationId: "getOpenApi",
        tags: ["Service"],
        summary: "Read the OpenAPI description of the service",
        security: [],
        response: responses(200, Type.Object({}, { additionalProperties: true })),
      },
    },
    async () => app.swagger(),
  );

  app.get("/docs", { config, schema: hidden }, (_request, reply) => reply.redirect("/docs/", 301));
  app.get("/docs/", { config, schema: hidden }, async (_request, reply) => {
    const { html, policy } = await rendered();
    return reply.header("content-security-policy", policy).type("text/html; charset=utf-8").send(html);
  });
  app.get("/docs/js/scalar.js", { config, schema: hidden }, async (_request, reply) =>
    reply
      .header("cache-control", "public, max-age=86400")
      .type("text/javascript; charset=utf-8")
      .send((await rendered()).script),
  );
}
