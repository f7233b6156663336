// The least a database-backed JSON answer costs: Fastify, one named statement, the same fields. No checks of any kind.
import { fastify } from "fastify";
import { Pool } from "pg";

const [databaseUrl = "", companyId = ""] = process.argv.slice(2);
const pool = new Pool({ connectionString: databaseUrl, max: 10 });
const text =
  "SELECT id, name, legal_name, country, tax_id, phone, address, postal_code, city, created_at, updated_at FROM companies WHERE id = $1";

async function read(id: string) {
  const { rows } = await pool.query({ name: "read", text, values: [id] });
  const [row] = rows;
  return {
    id: row.id,
    name: row.name,
    legalName: row.legal_name,
    country: row.country,
    taxId: row.tax_id,
    phone: row.phone,
    address: row.address,
    postalCode: row.postal_code,
    city: row.city,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at,
  };
}

const fixed = await read(companyId);
const app = fastify();
app.get<{ Params: { id: string } }>("/read/:id", (request) => read(request.params.id));
app.get("/fixed", async () => fixed);
process.stdout.write(`${await app.listen({ host: "127.0.0.1", port: 0 })}\n`);
process.once("SIGTERM", () => process.exit(0));
