import { pickRandom } from "../../../club/demo/random";
import { acts, cards, lists } from "../../../club/operators/operator-parts";
import type { Act } from "../../../club/platform/acts/act";
import { mayDo, type Operator } from "../../../club/platform/acts/operator";
import type { CallDescriptor, CallInput } from "../../../contract/call";
import {
  checkAct,
  confirmAct,
  decideAct,
  downloadActFile,
  readCard,
  readList,
  readRequest,
} from "../../../contract/operator/calls";
import type { OperatorRole } from "../../../contract/operator/roles";
import { type ActValues, inputOfCall } from "../../club/platform/acts/call-input";
import type { CallOptions } from "../../setup/club-call";
import { addTestOperator, type TestOperator } from "../../setup/operators";
import { drawActInput, drawSame } from "./act-inputs";
import { readMadePoints } from "./measures";
import type { World } from "./world";

/** An operator who does at random whatever the role allows, and what the audit log has to say of it. */
export interface DishonestOperator {
  readonly id: number;
  /** Does one thing. @returns the points that its preparation, which is nobody's act, has made */
  step(): Promise<number>;
  /** The next day: a log-in by a code, with the role of before. */
  wake(): Promise<void>;
  /** The events since the last call, in the order of the alphabet. */
  takeEvents(): string[];
  /** What an attack has brought that isn't allowed at all. */
  readonly breaches: string[];
}

export async function addDishonestOperator(
  world: World,
  roles: readonly OperatorRole[],
  random: () => number,
): Promise<DishonestOperator> {
  const { club } = world;
  const client = await addTestOperator(club, roles);
  const operator: Operator = { kind: "operator", id: client.id, login: client.login, fullName: "", roles };
  const allowed = acts.filter((act) => mayDo(operator, act.roles));
  // Most acts make nothing. One that does is done again and again on a day: limits that see one act only hold nothing then.
  const making = allowed.filter(({ gives }) => gives !== "nothing");
  const drawFavourite = () => pickRandom(making.length > 0 ? making : allowed, random);
  let favourite = drawFavourite();
  /** What has made points today. */
  let worked: { readonly act: Act; readonly input: ActValues } | undefined;
  const [mayList, mayOpen] = [lists, cards].map((views) => views.filter((view) => mayDo(operator, view.roles)));
  let events: string[] = [];
  const breaches: string[] = [];
  const requests: { readonly id: string; readonly seen: string }[] = [];

  const call = async <D extends CallDescriptor>(descriptor: D, input: CallInput<D>, options?: CallOptions) => {
    const outcome = await client.call(descriptor, input, options);
    if (outcome.status >= 500) breaches.push(`${descriptor.path} ${JSON.stringify(input)} answers ${outcome.status}`);
    return outcome;
  };

  async function draw() {
    if (worked && random() < 0.7) return { ...worked, input: await drawSame(world, worked.input, random) };
    const act = random() < 0.6 ? favourite : pickRandom(allowed, random);
    return { act, input: await drawActInput(world, act, random) };
  }

  async function doAct(): Promise<number> {
    const before = await readMadePoints(club);
    const { act, input } = await draw();
    const given = (await readMadePoints(club)) - before;
    const { result: checked } = await call(checkAct, ...inputOfCall(act, input));
    if (!checked) return given;
    events.push("preview-act");
    const { result: done } = await call(confirmAct, { requestId: checked.request_id, seen: checked.seen });
    if (!done) return given;
    if (done.state === "waiting") {
      events.push("ask-second-operator");
      requests.push({ id: done.request_id, seen: done.seen });
    } else if (done.state === "done") {
      events.push(act.name);
      if (done.outcome.points >= 500) worked = { act, input };
    }
    if (done.has_file) {
      await call(downloadActFile, { requestId: done.request_id });
      events.push("download-file");
    }
    return given;
  }

  /** Nobody says the second yes in one's own name. */
  async function agreeAlone(): Promise<void> {
    if (requests.length === 0) return;
    const { id, seen } = pickRandom(requests, random);
    const { result: shown } = await call(readRequest, { requestId: id });
    if (shown) events.push("open-request");
    const answer = await call(decideAct, { requestId: id, decision: "yes", seen: shown?.seen ?? seen });
    if (answer.status < 400) breaches.push(`the one who asked has agreed to ${answer.result?.act.name}`);
  }

  async function look(): Promise<void> {
    const list = pickRandom(mayList ?? [], random);
    const { result: page } = await call(readList, { listName: list.name });
    if (!page) return;
    events.push("open-list");
    const links = page.table.rows.flatMap(({ link }) => (link && "card" in link ? [link] : []));
    if (links.length === 0) return;
    const { card, id } = pickRandom(links, random);
    const { status } = await call(readCard, { cardName: card, cardId: id });
    const isAllowed = mayOpen?.some(({ name }) => name === card) ?? false;
    if (isAllowed !== status < 400) breaches.push(`card ${card} answers ${status}`);
    if (status < 400) events.push("open-card");
  }

  return {
    id: client.id,
    breaches,
    async step() {
      const chance = random();
      if (chance < 0.8) return doAct();
      await (chance < 0.9 ? agreeAlone() : look());
      return 0;
    },
    async wake() {
      favourite = drawFavourite();
      worked = undefined;
      await logInAgain(world, client, roles);
    },
    takeEvents() {
      const taken = events.sort();
      events = [];
      return taken;
    },
  };
}

/** An honest owner gives back what the operator has taken from itself, and a code opens the session for another day. */
async function logInAgain({ club }: World, { id }: TestOperator, roles: readonly OperatorRole[]): Promise<void> {
  const now = club.clock.now();
  await club.db
    .updateTable("operators")
    .set({ is_disabled: false, roles: [...roles] })
    .where("id", "=", id)
    .execute();
  await club.db
    .updateTable("operator_sessions")
    .set({
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + 12 * 60 * 60 * 1000),
      code_confirmed_at: now,
    })
    .where("operator_id", "=", id)
    .execute();
}
