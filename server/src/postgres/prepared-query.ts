import pg, { type Connection, type FieldDef, type Submittable, types } from "pg";
import type { Portions, SentStatement, Statement } from "./query.ts";

/**
 * A named statement whose columns are asked for once per connection. The driver's own query asks PostgreSQL to describe
 * them, and reads the description, each time: a tenth of the processor time of a request that reads one row.
 */
export class PreparedQuery implements Submittable {
  readonly name: string;
  readonly text: string;
  readonly #portions: Portions | undefined;
  /** Set by the driver. */
  callback: ((error: Error | null, result?: PreparedResult) => void) | undefined = undefined;
  readonly #values: unknown[];
  #rows: Record<string, unknown>[] = [];
  #connection: Connection | undefined = undefined;
  #columns: Columns | undefined = undefined;
  #rowCount: number | null = null;
  #fault: Error | undefined = undefined;
  /** The driver has given it up; what still comes of it is nobody's. */
  #isOver = false;

  constructor({ name, text, values, portions }: SentStatement) {
    this.name = name;
    this.text = text;
    this.#portions = portions;
    this.#values = values;
  }

  /** Called by the driver when the connection is free; what is returned is an error before anything was sent. */
  submit(connection: Connection): Error | null {
    let values: (string | Buffer | null)[];
    try {
      values = this.#values.map((value) => prepareValue(value));
    } catch (error) {
      return error as Error;
    }
    const messages = connection as unknown as Messages;
    this.#connection = connection;
    this.#columns = columnsOn(connection).get(this.name);
    // One write for all of them.
    connection.stream.cork();
    try {
      if (this.#columns === undefined) {
        // Closing a statement that is not there is no error; one that is may be of a try that failed half-way.
        messages.close({ type: "S", name: this.name });
        messages.parse({ name: this.name, text: this.text });
      }
      messages.bind({ statement: this.name, values });
      if (this.#columns === undefined) messages.describe({ type: "P", name: "" });
      this.#execute(messages);
    } finally {
      connection.stream.uncork();
    }
    return null;
  }

  /** In portions it is not ended with the first: PostgreSQL would forget the others. */
  #execute(messages: Messages): void {
    if (this.#portions === undefined) {
      messages.execute({});
      messages.sync();
    } else {
      messages.execute({ rows: this.#portions.rows });
      messages.flush();
    }
  }

  /** A portion is here, and there is more. It comes when others have had their turn: asking for it takes a way there and back. */
  handlePortalSuspended(connection: Connection): void {
    if (this.#isOver) return;
    const messages = connection as unknown as Messages;
    const goOn = () => {
      if (this.#isOver) return;
      if (this.#fault === undefined) this.#execute(messages);
      else messages.sync();
    };
    const taking = this.#handOn();
    if (taking === undefined) goOn();
    else void taking.then(goOn);
  }

  #handOn(): Promise<void> | undefined {
    const portion = this.#rows;
    this.#rows = [];
    if (this.#fault !== undefined) return undefined;
    const fail = (error: unknown) => {
      this.#fault = error as Error;
    };
    try {
      return this.#portions?.take(portion)?.catch(fail);
    } catch (error) {
      fail(error);
      return undefined;
    }
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.#columns = toColumns(fields);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#columns === undefined || this.#fault !== undefined) return;
    try {
      this.#rows.push(toRow(this.#columns, fields));
    } catch (error) {
      this.#fault = error as Error;
    }
  }

  /** The text is the command's name and, last, how many rows it touched, unless it is one like BEGIN. */
  handleCommandComplete({ text }: { text: string }): void {
    const rowCount = Number(text.slice(text.lastIndexOf(" ") + 1));
    this.#rowCount = Number.isNaN(rowCount) ? null : rowCount;
    if (this.#connection === undefined) return;
    columnsOn(this.#connection).set(this.name, this.#columns ?? noColumns);
    if (this.#portions === undefined) return;
    const messages = this.#connection as unknown as Messages;
    const end = () => {
      if (!this.#isOver) messages.sync();
    };
    const taking = this.#handOn();
    if (taking === undefined) end();
    else void taking.then(end);
  }

  handleReadyForQuery(): void {
    if (this.#fault !== undefined) this.callback?.(this.#fault);
    else this.callback?.(null, { rows: this.#rows, rowCount: this.#rowCount });
  }

  /** The statement is prepared anew next time: its columns may have been changed by a migration. */
  handleError(error: Error): void {
    this.#isOver = true;
    if (this.#connection !== undefined) {
      columnsOn(this.#connection).delete(this.name);
      if (this.#portions !== undefined) (this.#connection as unknown as Messages).sync();
    }
    this.callback?.(error);
  }
}

interface PreparedResult {
  rows: Record<string, unknown>[];
  rowCount: number | null;
}

interface Columns {
  names: string[];
  parsers: ((text: string) => unknown)[];
  /** Copied for each row, so that all have the same shape from the start. */
  emptyRow: Record<string, unknown>;
}

const noColumns = toColumns([]);
const known = new WeakMap<Connection, Map<string, Columns>>();

function columnsOn(connection: Connection): Map<string, Columns> {
  let columns = known.get(connection);
  if (columns === undefined) {
    columns = new Map();
    known.set(connection, columns);
  }
  return columns;
}

function toColumns(fields: FieldDef[]): Columns {
  const names = fields.map(({ name }) => name);
  return {
    names,
    parsers: fields.map(({ dataTypeID }) => types.getTypeParser(dataTypeID, "text")),
    emptyRow: Object.fromEntries(names.map((name) => [name, null])),
  };
}

function toRow({ names, parsers, emptyRow }: Columns, texts: (string | null)[]): Record<string, unknown> {
  const row = { ...emptyRow };
  for (let i = 0; i < texts.length; i++) {
    const [name, parse, text] = [names[i], parsers[i], texts[i]];
    if (name !== undefined && parse !== undefined && typeof text === "string") row[name] = parse(text);
  }
  return row;
}

/** What the driver's types leave out or describe as it was long ago. */
interface Messages {
  close(target: { type: "S"; name: string }): void;
  parse(statement: Statement): void;
  bind(values: { statement: string; values: (string | Buffer | null)[] }): void;
  describe(target: { type: "P"; name: string }): void;
  execute(portal: { rows?: number }): void;
  flush(): void;
  sync(): void;
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): string | Buffer | null } }).utils;
