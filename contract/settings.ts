import { z } from "zod";
import { dropEmptyVariables, isSafeFromListeners } from "./deployment";

/** The credential between a demo's portal and its club. */
export const DEMO_CREDENTIAL = { clientId: "portal", clientSecret: "portal-demo" } as const;

/** Of a credential in a real deployment. */
export const CLIENT_SECRET_RULE = "is required with an https PUBLIC_ORIGIN, and must not be the demo one";

/** A text without spaces around it. */
export const text = z.string().trim().optional();

/** A whole number. @param what what it counts, for the message: "must be a whole number of days, from 1 to 30" */
export function whole(min: number, max: number, what: string) {
  const range = max === Number.MAX_SAFE_INTEGER ? `from ${min}` : `from ${min} to ${max}`;
  const message = `must be a whole number of ${what}, ${range}`;
  return z.coerce.number({ message }).int(message).min(min, message).max(max, message);
}

const PORT_RULE = "must be a port number from 0 to 65535";
export const port = z.coerce.number({ message: PORT_RULE }).int(PORT_RULE).min(0, PORT_RULE).max(65_535, PORT_RULE);

export const onOff = z
  .enum(["on", "off", "1", "0", "true", "false"], { message: "must be on or off" })
  .transform((word) => ["on", "1", "true"].includes(word));

/** An address or a name at which to listen. `URL` knows how either is written. */
export const host = z
  .string()
  .trim()
  .refine(
    (name) =>
      /^[\w.-]+$/.test(name)
        ? URL.canParse(`http://${name}`)
        : /^[\da-f:.]+$/i.test(name) && URL.canParse(`http://[${name}]`),
    "must be an address or a name of this machine, such as 127.0.0.1, without a port",
  );

/** Scheme, host and port, in small letters. */
export const origin = z.string().transform((address, context) => {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const bare = url && (url.pathname === "/" || url.pathname === "") && !url.search && !url.hash && !url.username;
  if (!url || !bare || (url.protocol !== "http:" && url.protocol !== "https:")) {
    context.addIssue({ code: "custom", message: "must be an origin such as https://club.example.com, without a path" });
    return z.NEVER;
  }
  return url.origin;
});

/** An origin to which people give their passwords. */
export const safeOrigin = origin.pipe(
  z.string().refine((address) => isSafeFromListeners(new URL(address)), "must be https, except on loopback"),
);

/** What was read of the variables of a shape, and the lines for those that are wrong. */
export interface ReadSettings<Shape extends z.ZodRawShape> {
  /** One that can't be read is here as if it had been left out. */
  readonly values: z.output<z.ZodObject<Shape>>;
  /**
   * Adds a line for a variable that doesn't fit others. Nothing is said of it while it, or one of the others, can't be read:
   * that has its own line.
   */
  refuse(name: keyof Shape & string, words: string, others?: readonly (keyof Shape & string)[]): void;
  /** A line for each problem, "NAME: what it must be". */
  listProblems(): string[];
}

/** Reads variables one by one, so that none that is wrong hides what is wrong with the others. Each may be left out. */
export function readSettings<Shape extends z.ZodRawShape>(
  shape: Shape,
  environment: Readonly<Record<string, string | undefined>>,
): ReadSettings<Shape> {
  const written = dropEmptyVariables(environment);
  const problems = new Set<string>();
  const unread = new Set<string>();
  const values = Object.entries(shape).map(([name, rule]) => {
    const read = rule.safeParse(written[name]);
    if (read.success) return [name, read.data];
    unread.add(name);
    for (const { message } of read.error.issues) problems.add(`${name}: ${message}`);
    return [name, rule.parse(undefined)];
  });
  return {
    values: Object.fromEntries(values),
    refuse(name, words, others = []) {
      if (![name, ...others].some((one) => unread.has(one))) problems.add(`${name}: ${words}`);
    },
    listProblems: () => [...problems],
  };
}
