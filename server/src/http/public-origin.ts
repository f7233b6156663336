import type { FastifyRequest } from "fastify";
import { AppError } from "../platform/app-error.ts";

/**
 * The origin at which people reach the portal: ASSAY_PUBLIC_URL, else what the browser asked for. A request gains nothing by another
 * Host, because an identity provider returns to registered addresses only.
 */
export function publicOrigin({ publicUrl }: { publicUrl: string | undefined }, request: FastifyRequest): string {
  if (publicUrl !== undefined) return new URL(publicUrl).origin;
  const { protocol, host } = request;
  if (!host || !URL.canParse(`${protocol}://${host}`))
    throw new AppError("invalid_request", "The request has no Host header; ASSAY_PUBLIC_URL can be set instead.");
  return new URL(`${protocol}://${host}`).origin;
}
