import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyReply } from "fastify";
import { AppError } from "../platform/app-error.ts";
import type { Routes } from "./routes.ts";

/** The pages of docs/ that people and agents who use the API need, in reading order. */
const guides = [
  "tutorial",
  "documents",
  "errors",
  "webhooks",
  "deciding",
  "gaps",
  "people",
  "reports",
  "dashboards",
  "confidence",
  "accuracy",
  "agents",
  "judge",
  "language-models",
  "operations",
  "settings",
  "scaling",
  "databases",
] as const;

interface Guide {
  name: string;
  title: string;
  /** The first paragraph. */
  summary: string;
  markdown: string;
}

async function readGuides(folder: string): Promise<Guide[]> {
  return await Promise.all(
    guides.map(async (name) => {
      const markdown = await readFile(join(folder, `${name}.md`), "utf8");
      const [heading = "", ...paragraphs] = markdown.split(/\n{2,}/);
      const text = paragraphs.find((one) => /^[A-Z]/.test(one)) ?? "";
      const summary = text.replaceAll(/\s+/g, " ").replaceAll(/\[([^[\]]+)\]\([^()]+\)/g, "$1");
      return { name, title: heading.replace(/^#+\s*/, ""), summary, markdown };
    }),
  );
}

const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Links among the pages stay here; other files of the repository are not served, so that links to them become plain text. */
function withServedLinks(html: string): string {
  return html
    .replaceAll(/<a href="(?!https?:|#)([^"]+)"[^>]*>([\s\S]*?)<\/a>/g, (_, target: string, text: string) => {
      const [, name = "", anchor = ""] = /^(?:\.\/)?([\w-]+)\.md(#[\w-]+)?$/.exec(target) ?? [];
      return guides.some((one) => one === name) ? `<a href="/docs/guides/${name}${anchor}">${text}</a>` : text;
    })
    .replaceAll(/<img [^>]*>/g, "");
}

/** Headings are found by links to them. */
const withAnchors = (html: string) =>
  html.replaceAll(/<h([1-6])>([\s\S]*?)<\/h\1>/g, (_, level: string, content: string) => {
    const text = content.replaceAll(/<[^<>]+>/g, "").toLowerCase();
    const anchor = text
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .trim()
      .replaceAll(" ", "-");
    return `<h${level} id="${anchor}">${content}</h${level}>`;
  });

const style = `
:root { color-scheme: light dark; --text: #1f2328; --soft: #57606a; --line: #d0d7de; --back: #fff; --code: #f6f8fa; --link: #0b5cad }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --soft: #9da7b3; --line: #30363d; --back: #0d1117; --code: #161b22; --link: #6cb6ff } }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.6 system-ui, sans-serif }
main { max-width: 52rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; overflow-wrap: anywhere }
nav { border-bottom: 1px solid var(--line); padding: .75rem 1rem; display: flex; flex-wrap: wrap; gap: .25rem 1rem; font-size: .9rem }
a { color: var(--link) } nav a[aria-current] { color: var(--text); font-weight: 600; text-decoration: none }
h1, h2, h3 { line-height: 1.25; margin-top: 2rem } h1 { margin-top: 0 }
pre, code { background: var(--code); border-radius: 4px; font: .875em/1.5 ui-monospace, monospace } code { padding: .1em .3em }
pre { padding: .75rem 1rem; overflow-x: auto; border: 1px solid var(--line) } pre code { padding: 0 }
table { display: block; overflow-x: auto; border-collapse: collapse } th, td { border: 1px solid var(--line); padding: .35rem .6rem; text-align: left; vertical-align: top; overflow-wrap: normal }
p.source { color: var(--soft); font-size: .875rem }
`;

const policy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function pageOf(title: string, content: string, all: Guide[], current?: string): string {
  const links = all.map(
    ({ name, title: label }) =>
      `<a href="/docs/guides/${name}"${name === current ? ' aria-current="page"' : ""}>${escapeHtml(label)}</a>`,
  );
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} · Assay</title><link rel="stylesheet" href="/docs/guides.css"></head>`;
  return `${head}<body><nav aria-label="Guides"><a href="/docs/">API reference</a>${links.join("")}</nav><main>${content}</main></body></html>`;
}

const sendHtml = (reply: FastifyReply, html: string) =>
  reply.header("content-security-policy", policy).type("text/html; charset=utf-8").send(html);

/** The documentation as pages beside the API reference, as Markdown, and as an index for agents. */
export function guideRoutes(app: Routes, { guidesFolder }: { guidesFolder: string }): void {
  let read: Promise<Guide[]> | undefined;
  const all = () => {
    read ??= readGuides(guidesFolder);
    return read;
  };
  const options = { config: { access: "public" }, schema: { hide: true } } as const;

  app.get("/docs/guides.css", options, (_request, reply) =>
    reply.header("cache-control", "public, max-age=86400").type("text/css; charset=utf-8").send(style),
  );
  app.get("/docs/guides", options, async (_request, reply) => {
    const found = await all();
    const rows = found.map(
      ({ name, title, summary }) =>
        `<h2><a href="/docs/guides/${name}">${escapeHtml(title)}</a></h2><p>${escapeHtml(summary.replaceAll(/[`*]/g, ""))}</p>`,
    );
    return sendHtml(reply, pageOf("Guides", `<h1>Guides</h1>${rows.join("")}`, found));
  });
  app.get("/docs/guides/:name", options, async (request, reply) => {
    const { name } = request.params as { name: string };
    const found = await all();
    const guide = found.find((one) => one.name === name.replace(/\.md$/, ""));
    if (guide === undefined) throw new AppError("not_found", "There is no such guide; /docs/guides lists them.");
    if (name.endsWith(".md")) return reply.type("text/markdown; charset=utf-8").send(guide.markdown);
    const html = withServedLinks(withAnchors(await (await import("marked")).parse(guide.markdown)));
    const source = `<p class="source">This page as text: <a href="/docs/guides/${guide.name}.md">${guide.name}.md</a></p>`;
    return sendHtml(reply, pageOf(guide.title, html + source, found, guide.name));
  });
  app.get("/llms.txt", options, async (_request, reply) => {
    const lines = (await all()).map(
      ({ name, title, summary }) => `- [${title}](/docs/guides/${name}.md): ${summary.split(/(?<=\.) /)[0] ?? ""}`,
    );
    const about =
      "> Compliance review of documents: for every requirement a score, an explanation with verified quotes and pages, gaps, and text to insert.";
    const api =
      "- [OpenAPI description](/v1/openapi.json): every operation with schemas and errors\n- [Tools for agents](/docs/guides/agents.md): the Model Context Protocol server at /mcp";
    const text = `# Assay\n\n${about}\n\n## API\n\n${api}\n\n## Guides\n\n${lines.join("\n")}\n`;
    return reply.type("text/plain; charset=utf-8").send(text);
  });
}
