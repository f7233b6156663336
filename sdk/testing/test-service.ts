import {
  adminToken,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from "../../server/src/testing/test-server.ts";
import { Administration } from "../src/administration.ts";
import { Assay, type AssayOptions, type UploadTarget } from "../src/index.ts";

/** The real application on a real database, called over HTTP. */
export interface TestService {
  server: TestServer;
  baseUrl: string;
  /** Every received request, as method and path. */
  requests: string[];
  connect(options?: Partial<AssayOptions>): Assay;
  administration: Administration;
  /** A company, with a target for its documents. */
  aCompany(): Promise<{ companyId: string; key: string; assay: Assay; target: UploadTarget }>;
  close(): Promise<void>;
}

export async function startTestService(options: TestServerOptions = {}): Promise<TestService> {
  const server = await startTestServer(options);
  const requests: string[] = [];
  server.app.server.on("request", ({ method, url }) => requests.push(`${method} ${url}`));
  const baseUrl = await server.app.listen({ port: 0, host: "127.0.0.1" });
  const connect = (overrides: Partial<AssayOptions> = {}) => new Assay({ baseUrl, ...overrides });
  const administration = new Administration({ baseUrl, adminToken });
  return {
    server,
    baseUrl,
    requests,
    connect,
    administration,
    async aCompany() {
      const { apiKey } = await administration.createPartner({ name: "Consultancy" });
      const onboarded = await connect({ apiKey }).onboardCompany({ name: "Acme GmbH" });
      const assay = connect({ apiKey: onboarded.companyApiKey });
      const { frameworks } = await assay.listComplianceFrameworks();
      const control = frameworks.flatMap(({ controls }) => controls).find(({ code }) => code === "DPA");
      const target = { businessEntityId: onboarded.businessEntityId, controlId: control?.id };
      return { companyId: onboarded.companyId, key: onboarded.companyApiKey, assay, target };
    },
    close: () => server.close(),
  };
}
