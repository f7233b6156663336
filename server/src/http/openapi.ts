import type { FastifyDynamicSwaggerOptions } from "@fastify/swagger";
import type { FastifyContextConfig } from "fastify";
import { completeDescription, type Description, takesIdempotencyKey } from "./openapi-operations.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Its answer has the header Location. */
    hasLocation?: boolean;
    /** A POST that changes nothing takes no Idempotency-Key. */
    changesNothing?: boolean;
    /** Request headers that the handler reads, with their descriptions. */
    documentedHeaders?: Record<string, string>;
  }
}

/** What a caller must have, as the last sentence of an operation's description. */
const needs: Record<Exclude<FastifyContextConfig["access"], undefined>, string> = {
  public: "Needs no key.",
  partner: "Needs a partner key.",
  company: "Needs a company key.",
  either: "Needs a partner key or a company key.",
  admin: "Needs the administrator token.",
  session: "Needs the portal's session.",
  person: "Needs the session of a person with an account.",
  people: "Needs the session of a person who may manage people.",
};

const idempotencyKey =
  "1 to 255 visible characters. A repeated request with the same key and body gets the first answer for 24 hours.";

/** The service as a whole; each operation is described next to its handler. */
export function description(version: string): FastifyDynamicSwaggerOptions {
  const configs = new Map<string, FastifyContextConfig>();
  return {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Assay",
        version,
        description:
          "Compliance review of documents. A partner onboards companies; a company submits documents and reads, for each control item, a score, an explanation with page references, gaps and recommendations. JSON and text are compressed if Accept-Encoding allows br or gzip. Answers to GET carry an ETag; with a matching If-None-Match they are 304 without a body.",
        contact: { name: "The operator of this service" },
        license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      },
      servers: [
        { url: "/", description: "The service that this description was read from." },
        { url: "http://127.0.0.1:8080", description: "A service on this machine, as npm start runs it." },
      ],
      components: {
        securitySchemes: {
          apiKey: { type: "apiKey", in: "header", name: "X-API-Key", description: "A partner or company key." },
          session: {
            type: "apiKey",
            in: "cookie",
            name: "assay_session",
            description:
              "The portal's session; accepted wherever its key would be. Requests that change something also need the header X-Assay-Session: 1 and must come from the service's own origin.",
          },
          administrator: { type: "http", scheme: "bearer", description: "The administrator token." },
        },
      },
      tags: [
        { name: "Companies", description: "Onboarding and the companies themselves." },
        { name: "Business entities", description: "The parts of a company that are reviewed." },
        { name: "Compliance reviews", description: "One business entity reviewed against one control." },
        { name: "Documents", description: "Submitting documents in one request and reading their results." },
        { name: "Chunked upload", description: "Submitting large files in chunks, resumable for 24 hours." },
        { name: "Decisions", description: "What people decide about findings, beside the machine's verdicts." },
        { name: "Webhooks", description: "Notifications of events, signed as in Standard Webhooks." },
        { name: "Catalogue", description: "Frameworks, controls, clusters and control items." },
        { name: "Administration", description: "For the operator: partners, keys, catalogue and audit log." },
        { name: "Dashboards", description: "Scores by control, what is due, and the most frequent gaps." },
        { name: "Gaps", description: "What is to be closed, by whom and until when." },
        { name: "Branding", description: "How the reports of a partner's companies look." },
        { name: "People", description: "Accounts, invitations and roles. Called with the portal's session." },
        { name: "Keys", description: "Owners manage the keys of their organisation: scopes, networks, rotation." },
        { name: "Session", description: "Signing in to the portal and signing out." },
        { name: "Service", description: "Health and this description." },
      ],
    },
    // The security of an operation follows from the access of its route.
    transform: ({ schema, url, route }) => {
      const access = route.config?.access;
      const schemes = {
        admin: "administrator",
        session: "session",
        person: "session",
        people: "session",
        partner: "apiKey",
        company: "apiKey",
        either: "apiKey",
      };
      const security = access === undefined || access === "public" ? [] : [{ [schemes[access]]: [] }];
      const text = [schema?.description, needs[access ?? "public"]].filter(Boolean).join(" ");
      const documented = route.config?.documentedBody;
      const body = documented && { consumes: [documented.mediaType], body: documented.schema };
      if (typeof schema?.operationId === "string") configs.set(schema.operationId, route.config ?? {});
      const named = {
        ...route.config?.documentedHeaders,
        ...([route.method].flat().some((method) => takesIdempotencyKey(method, route.config ?? {})) && {
          "Idempotency-Key": idempotencyKey,
        }),
      };
      const properties = Object.entries(named).map(([name, text]) => [name, { type: "string", description: text }]);
      const headers = properties.length > 0 && {
        headers: { type: "object", properties: Object.fromEntries(properties) },
      };
      return { schema: { ...schema, ...body, ...headers, security, description: text }, url };
    },
    transformObject: (document) =>
      "openapiObject" in document
        ? (completeDescription(document.openapiObject as Description, configs) as never)
        : document.swaggerObject,
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) =>
        typeof json.$id === "string" ? json.$id : `schema${index}`,
    },
  };
}
