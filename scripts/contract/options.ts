import { readFileSync } from "node:fs";
import { Command, InvalidArgumentError } from "commander";
import { z } from "zod";
import { GIFT_WORDS_RULE, type GiftWords, readGiftWords } from "../../contract/gift-words";
import { participants } from "../../contract/values";
import type { Account, CheckOptions } from "./check-options";

/** What the command line, the configuration file and the environment say together. */
export interface ContractOptions extends CheckOptions {
  /** Whether the report is printed as JSON. */
  readonly json: boolean;
  /** Whether also what is as it should be is printed. */
  readonly all: boolean;
}

/** Variables of the environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Declares the arguments. */
export function declareOptions(): Command {
  return new Command("npm run contract --")
    .description("Checks whether the portal works with an upstream. It writes nothing without --write.")
    .option("--config <file>", "JSON with url, client and accounts, such as scripts/contract/demo.json")
    .option("--url <origin>", "the upstream; /api/… is appended (or UPSTREAM_URL)")
    .option("--client <id:secret>", "the client credential (better: UPSTREAM_CLIENT_ID, UPSTREAM_CLIENT_SECRET)")
    .option("--as <participant=login:password>", "an account; may be repeated", collectAccounts)
    .option("--write", "also makes the writes that lose nothing: banner, counters, log-out", false)
    .option("--order <prize>", "with --write: orders this prize id, or the cheapest, twice with one key; SPENDS POINTS")
    .option("--json", "prints the whole report as JSON", false)
    .option("--all", "prints also what needs no attention", false)
    .addHelpText("after", HELP);
}

const HELP = `
Participants: ${participants.join(", ")}. Without accounts only the pages of guests are checked.

Others can see arguments in the list of processes. Passwords are better in the file of --config, in CONTRACT_ACCOUNTS
("manager=79000000002:password member=…", separated by spaces) or, one for all accounts, in CONTRACT_PASSWORD.

Exit code: 0 no page breaks, 1 a page would break, 2 wrong usage, 3 something couldn't be checked (unreachable, refused
credentials).`;

const accountsSchema = z.record(
  z.enum(participants),
  z.object({ login: z.string().min(1), password: z.string().min(1).optional() }).strict(),
);

const configurationSchema = z
  .object({
    url: z.string(),
    client: z.object({ id: z.string().min(1), secret: z.string().min(1) }).strict(),
    accounts: accountsSchema,
  })
  .partial()
  .strict();
type Configuration = z.output<typeof configurationSchema>;

type RawAccount = Omit<Account, "password"> & { password?: string | undefined };

/** Reads the options: arguments win over the file, the file over the environment. */
export function readOptions(program: Command, environment: Environment): ContractOptions {
  const given = program.opts<{
    config?: string;
    url?: string;
    client?: string;
    as?: RawAccount[];
    write: boolean;
    order?: string;
    json: boolean;
    all: boolean;
  }>();
  const file = given.config === undefined ? {} : readConfiguration(program, given.config);
  if (given.order !== undefined && !given.write) program.error("error: --order spends points and needs --write.");
  const { url = file.url ?? environment.UPSTREAM_URL } = given;
  return {
    upstream: { origin: readOrigin(program, url), ...readClient(program, given.client, file, environment) },
    accounts: readAccounts(program, given.as ?? [], file, environment),
    giftKinds: readGiftKinds(program, environment),
    write: given.write,
    order: given.order ?? null,
    json: given.json,
    all: given.all,
  };
}

function readConfiguration(program: Command, path: string): Configuration {
  try {
    return configurationSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    // Neither zod's paths nor Node's codes contain a value of the file.
    const issue = error instanceof z.ZodError ? error.issues[0] : undefined;
    const why = issue ? `${issue.path.join(".")}: ${issue.message}` : (error as NodeJS.ErrnoException).code;
    return program.error(`error: ${path} can't be read (${why ?? "it isn't JSON"}).`);
  }
}

function readOrigin(program: Command, url: string | undefined): string {
  if (url === undefined || url === "") program.error("error: --url, a file with url, or UPSTREAM_URL is needed.");
  if (!/^https?:/.test(url) || !URL.canParse(url))
    program.error("error: the address of the upstream isn't http(s)://…");
  const { origin, pathname } = new URL(url);
  if (!/^\/(api\/?)?$/.test(pathname))
    program.error("error: the upstream is an origin; the portal appends /api/… to it.");
  return origin;
}

function readClient(program: Command, given: string | undefined, file: Configuration, environment: Environment) {
  const [, id, secret] = /^([^:]+):(.+)$/.exec(given ?? "") ?? [];
  if (given !== undefined && !secret) program.error("error: --client must look like id:secret.");
  const clientId = id ?? file.client?.id ?? environment.UPSTREAM_CLIENT_ID;
  const clientSecret = secret ?? file.client?.secret ?? environment.UPSTREAM_CLIENT_SECRET;
  if (clientId && clientSecret) return { clientId, clientSecret };
  return program.error("error: the client credential is missing (file, --client, or UPSTREAM_CLIENT_ID and …_SECRET).");
}

/** The portal's own setting, so that the check knows the kinds that the portal knows. */
function readGiftKinds(program: Command, { GIFT_KINDS: text = "" }: Environment): GiftWords {
  if (text.trim() === "") return new Map();
  return readGiftWords(text) ?? program.error(`error: GIFT_KINDS ${GIFT_WORDS_RULE}.`);
}

function readAccounts(
  program: Command,
  given: readonly RawAccount[],
  file: Configuration,
  environment: Environment,
): Account[] {
  const inFile = participants.flatMap((as): RawAccount[] => {
    const account = file.accounts?.[as];
    return account ? [{ as, ...account }] : [];
  });
  const words = (environment.CONTRACT_ACCOUNTS ?? "").split(/\s+/).filter(Boolean);
  const sources = [given, inFile, words.map((word) => parseEnvironmentAccount(program, word))];
  const accounts = sources.find((found) => found.length > 0) ?? [];
  const repeated = accounts.find(({ as }, index) => accounts.findIndex((other) => other.as === as) < index);
  if (repeated) program.error(`error: there are two accounts of a ${repeated.as}.`);
  return accounts.map(({ as, login, password = environment.CONTRACT_PASSWORD }) => {
    if (!password) program.error(`error: the password of the ${as} is missing (file, CONTRACT_PASSWORD).`);
    return { as, login, password };
  });
}

function parseEnvironmentAccount(program: Command, word: string): RawAccount {
  return parseAccount(word) ?? program.error("error: CONTRACT_ACCOUNTS must look like manager=79000000002:password.");
}

function collectAccounts(word: string, accounts: RawAccount[] = []): RawAccount[] {
  const account = parseAccount(word);
  if (!account) throw new InvalidArgumentError("It must look like manager=79000000002:password.");
  return [...accounts, account];
}

function parseAccount(word: string): RawAccount | null {
  const [, kind, login = "", password] = /^([\w-]+)=([^:]+)(?::(.+))?$/.exec(word) ?? [];
  const as = participants.find((one) => one === kind);
  return as && login ? { as, login, password } : null;
}
