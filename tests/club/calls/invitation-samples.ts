import * as invites from "../../../contract/invites";
import * as overviews from "../../../contract/overviews";
import { makeInviteCsv } from "../../files/invite-files";
import { byAll, type CallSamples, samplesOf } from "./sample";
import type { Scene } from "./scene";
import { inviteLines, inviteOf } from "./scene-invitations";

const filters = {
  "by a state": { search: "", invite_status: "sent" },
  "by a part of the address": { search: "REG", invite_status: "" },
  "by name and state": { search: "гостев глеб", invite_status: "expired" },
  "without a match": { search: "списков", invite_status: "" },
};

const ALL = { search: "", invite_status: "" };
const filtered = Object.fromEntries(
  Object.entries(filters).map(([title, input]) => [title, () => ({ by: "manager", input }) as const]),
);

const invite = (scene: Scene, name: string) => scene.invites[name] ?? "";

/** Invitations and referral links. */
export const invitationSamples: readonly CallSamples[] = [
  samplesOf(invites.exportInviteErrors)({
    ...byAll(invites.exportInviteErrors, () => ({})),
    "of a list": ({ imports }) => ({ by: "curator", input: { task_id: imports.curator } }),
    "of another's list": ({ imports }) => ({ by: "curator", input: { task_id: imports.otherCurator } }),
  }),
  samplesOf(invites.importStatus)({
    "of a list": ({ imports }) => ({ by: "curator", input: { id: imports.curator } }),
    "of another's list": ({ imports }) => ({ by: "curator", input: { id: imports.otherCurator } }),
  }),
  samplesOf(invites.resendStatus)({
    "of a list": ({ imports }) => ({ by: "curator", input: { id: imports.curator } }),
    "of a resend that waits": async (scene) => ({ by: "otherManager", input: { id: await addResend(scene) } }),
    "of another's resend": async (scene) => ({ by: "manager", input: { id: await addResend(scene) } }),
  }),
  samplesOf(overviews.summariseInvites)({
    ...byAll(overviews.summariseInvites, () => ALL),
    ...filtered,
  }),
  samplesOf(invites.findInvite)({
    "that waits": (scene) => ({ input: { id: invite(scene, "sent") } }),
    "of a system manager": (scene) => ({ input: { id: invite(scene, "area") } }),
    "whose person has registered": (scene) => ({ input: { id: invite(scene, "registered") } }),
    "whose person is in the club": (scene) => ({ input: { id: invite(scene, "confirmed") } }),
    "that has ended": (scene) => ({ input: { id: invite(scene, "old") } }),
    "of nobody": () => ({ input: { id: "00000000-0000-4000-8000-000000000000" } }),
  }),
  samplesOf(invites.findReferral)({
    "by a code": async ({ club, people }) => {
      const { referral_code } = await club.db
        .selectFrom("users")
        .select("referral_code")
        .where("id", "=", people.manager.id)
        .executeTakeFirstOrThrow();
      return { input: { id: referral_code } };
    },
    "by a shop's number": ({ people }) => ({ input: { id: String(people.shop.id) } }),
    "of nobody": () => ({ input: { id: "12345678" } }),
  }),
  samplesOf(invites.listInvites)({
    ...byAll(invites.listInvites, () => ALL),
    ...filtered,
    "the first page": () => ({ by: "manager", input: { ...ALL, page: 1, per_page: 2 } }),
    "the second page": () => ({ by: "manager", input: { ...ALL, page: 2, per_page: 2 } }),
  }),
  samplesOf(invites.downloadInvites)({
    ...byAll(invites.downloadInvites, () => ALL),
    ...filtered,
  }),
  samplesOf(invites.createInvite)({
    "by a manager": () => ({ by: "manager", input: inviteOf("new") }),
    again: () => ({ by: "manager", input: inviteOf("new") }),
    "by another, who is invited already": () => ({ by: "otherManager", input: inviteOf("new") }),
    "of a manager by a curator": () => ({ by: "curator", input: inviteOf("New-Manager", "manager") }),
    "by a system curator": () => ({ by: "systemCurator", input: inviteOf("new-area") }),
    "of a participant": ({ people }) => ({ by: "manager", input: { ...inviteOf("x"), email: people.shop.email } }),
    "without a name": () => ({ by: "manager", input: { ...inviteOf("nameless"), last_name: " " } }),
  }),
  samplesOf(invites.importInvites)({
    "by a curator": () => ({ by: "curator", input: {}, files: { file: makeInviteCsv(inviteLines("c")) } }),
    "by a system manager": () => ({ by: "systemManager", input: {}, files: { file: makeInviteCsv(inviteLines("d")) } }),
    "no table": () => ({ by: "curator", input: {}, files: { file: new File(["%PDF-1.7"], "список.pdf") } }),
  }),
  samplesOf(invites.resendInvite)({
    "that has arrived": (scene) => ({ by: "manager", input: { invite_id: invite(scene, "sent") } }),
    again: (scene) => ({ by: "manager", input: { invite_id: invite(scene, "sent") } }),
    "that has ended": (scene) => ({ by: "manager", input: { invite_id: invite(scene, "old") } }),
    "whose person is in the club": (scene) => ({ by: "manager", input: { invite_id: invite(scene, "confirmed") } }),
    "that is in the queue": (scene) => ({ by: "systemManager", input: { invite_id: invite(scene, "area") } }),
    "another's": (scene) => ({ by: "manager", input: { invite_id: invite(scene, "other") } }),
  }),
  samplesOf(invites.resendAllInvites)({
    "by a manager": () => ({ by: "manager", input: {} }),
    again: () => ({ by: "manager", input: {} }),
    "those that are found, by a curator": () => ({
      by: "curator",
      input: { search: "списков", invite_status: "queued" },
    }),
  }),
];

/** A resend of the other manager that nobody has begun. */
async function addResend({ club, people }: Scene): Promise<string> {
  const found = club.db.selectFrom("tasks").select("id").where("owner_id", "=", people.otherManager.id);
  const { id } =
    (await found.executeTakeFirst()) ??
    (await club.db
      .insertInto("tasks")
      .values({ owner_id: people.otherManager.id, kind: "invite_resend", total: 2, created_at: club.clock.now() })
      .returning("id")
      .executeTakeFirstOrThrow());
  return id;
}
