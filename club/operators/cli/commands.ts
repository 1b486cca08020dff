import { acts, cards, lists } from "../operator-parts";
import { commandOfAct } from "./act-command";
import { backup } from "./backup";
import type { Command, ExaminingCommand, MaintenanceCommand } from "./command";
import { decideRequest } from "./decide-request";
import { doctor } from "./doctor";
import { init } from "./init";
import { ledger } from "./ledger";
import { commandOfCard, commandOfList } from "./list-command";
import { restore } from "./restore";
import { dropOldDataKeysCommand, rotateDataKey } from "./rotate-data-key";
import { setContent } from "./set-content";
import { verifyLedger } from "./verify-ledger";

/** Every command, in the order of the help. What operators do is derived from the acts, lists and cards. */
export const commands: readonly (Command | MaintenanceCommand | ExaminingCommand)[] = [
  init,
  doctor,
  ...acts.map(commandOfAct),
  ...lists.map(commandOfList),
  ...cards.map(commandOfCard),
  decideRequest,
  setContent,
  ledger,
  verifyLedger,
  backup,
  restore,
  rotateDataKey,
  dropOldDataKeysCommand,
];
