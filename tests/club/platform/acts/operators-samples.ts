import type { TestClub } from "../../../setup/club";
import type { Sample } from "./samples";

let count = 0;

export const operatorsSamples: Readonly<Record<string, Sample>> = {
  "add-operator": async () => ({ login: `new-${++count}@example.com`, full_name: "Нина Новая", support: true }),
  "set-operator-roles": async (club) => ({ operator: await addOperator(club), finance: true }),
  "disable-operator": async (club) => ({ operator: await addOperator(club) }),
  "enable-operator": async (club) => ({ operator: await addOperator(club, true) }),
  "reset-operator-code": async (club) => ({ operator: await addOperator(club) }),
};

async function addOperator(club: TestClub, isDisabled = false): Promise<string> {
  const login = `sample-${++count}`;
  await club.db
    .insertInto("operators")
    .values({ login, full_name: "Оператор", roles: ["support"], is_disabled: isDisabled })
    .execute();
  return login;
}
