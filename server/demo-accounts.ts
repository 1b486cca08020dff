/** What the console shows after the start of a demo; the club's seeds make these people. */
export const DEMO_ACCOUNTS: string[] = [
  "Демо-доступ, пароль для всех: club-demo-1",
  "  79000000001  curator@example.com         куратор",
  "  79000000002  manager@example.com         Сейлз",
  "  79000000003  member@example.com          Ритейл",
  "  79000000004  tadam@example.com           tadam",
  "  79000000005  system-curator@example.com  системный куратор",
  "  79000000006  system-manager@example.com  системный Сейлз",
];
