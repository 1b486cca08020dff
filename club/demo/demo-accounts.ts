/** The password of every demo account. */
export const DEMO_PASSWORD = "club-demo-1";

/** The login of the demo's operator, who sets up the code at the first log-in. */
export const DEMO_OPERATOR = "operator@example.com";

/** The setting that stores when the database was seeded as a demo. */
export const DEMO_MARKER = "seeded_demo";

/** A participant of the demo to log in as. */
export interface DemoAccount {
  /** 11 digits. */
  readonly phone: string;
  readonly email: string;
  /** The role in Russian, for the list that the server prints. */
  readonly role: string;
  readonly password: string;
}

function account(phone: string, email: string, role: string): DemoAccount {
  return { phone, email, role, password: DEMO_PASSWORD };
}

/** All have confirmed their phones. All but the last have accepted the rules. */
export const demoAccounts = [
  account("79000000001", "curator@example.com", "Куратор дистрибьютора"),
  account("79000000002", "manager@example.com", "Менеджер"),
  account("79000000003", "member@example.com", "Магазин"),
  account("79000000004", "tadam@example.com", "Tadam"),
  account("79000000005", "system-curator@example.com", "Системный куратор"),
  account("79000000006", "system-manager@example.com", "Системный менеджер"),
  account("79000000007", "member-new@example.com", "Магазин, ещё не принявший правила"),
] as const satisfies readonly DemoAccount[];
