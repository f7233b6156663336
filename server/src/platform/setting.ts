/** One environment variable. docs/settings.md is generated from these; config.ts reads their values. */
export interface Setting<T> {
  /** The value when the variable is not set, and how docs/settings.md prints it. */
  default: T;
  defaultText: string;
  /** One line of Markdown. */
  description: string;
  /** Undefined: the text is not allowed. */
  parse(text: string): T | undefined;
  /** Completes "NAME must be …". */
  expected: string;
  /** Error messages do not repeat the value of a secret. */
  isSecret: boolean;
}

interface TextOptions<T> {
  /** Printed as it is when there is no default value. */
  defaultText?: string;
  expected?: string;
  isSecret?: boolean;
  parse?(text: string): T | undefined;
}

export function text(description: string, options?: TextOptions<string>): Setting<string | undefined> {
  return parsed<string | undefined>(undefined, description, { parse: (value) => value, ...options });
}

export function textOr(absent: string, description: string): Setting<string> {
  return parsed(absent, description, { defaultText: `\`${absent}\``, parse: (value) => value });
}

export function parsed<T>(absent: T, description: string, options: TextOptions<T>): Setting<T> {
  const { defaultText = "none", expected = "text", isSecret = false, parse = () => undefined } = options;
  return { default: absent, defaultText, description, expected, isSecret, parse };
}

const isWithin = (value: number, least: number, most: number) => value >= least && value <= most;

function parseInteger(value: string, least: number, most: number): number | undefined {
  const number = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
  return isWithin(number, least, most) ? number : undefined;
}

export function integer(absent: number, least: number, most: number, description: string): Setting<number> {
  return parsed(absent, description, {
    defaultText: `\`${absent}\``,
    expected: `a whole number from ${least} to ${most}`,
    parse: (value) => parseInteger(value, least, most),
  });
}

export function optionalInteger(
  least: number,
  most: number,
  defaultText: string,
  description: string,
): Setting<number | undefined> {
  return { ...integer(0, least, most, description), default: undefined, defaultText };
}

export function decimal(absent: number, most: number, description: string): Setting<number> {
  return parsed(absent, description, {
    defaultText: `\`${absent}\``,
    expected: `a number from 0 to ${most}`,
    parse(value) {
      const number = /^(\d{1,9}(\.\d{1,9})?|\.\d{1,9})$/.test(value) ? Number(value) : Number.NaN;
      return isWithin(number, 0, most) ? number : undefined;
    },
  });
}

export function flag(description: string): Setting<boolean> {
  return parsed<boolean>(false, description, {
    defaultText: "`false`",
    expected: "true or false",
    parse: (value) => ({ true: true, false: false })[value.toLowerCase()],
  });
}

export function choice<T extends string>(choices: readonly T[], description: string): Setting<T | undefined> {
  return parsed<T | undefined>(undefined, description, {
    expected: `one of ${choices.join(", ")}`,
    parse: (value) => choices.find((one) => one === value),
  });
}
