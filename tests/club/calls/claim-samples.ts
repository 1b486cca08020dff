import * as claims from "../../../contract/sale-claims";
import { photo } from "../sales/deals/claims";
import { byAll, type CallSamples, samplesOf } from "./sample";
import type { Scene } from "./scene";
import { claimOf } from "./scene-sales";

const answerOf = ({ people }: Scene, sell_date: string) => {
  const { article_code, sell_count } = claimOf(people, sell_date);
  return { article_code, sell_count, sell_date, manager_id: String(people.manager.id) };
};

/** Sales that no report has: who claims them, and who answers. */
export const claimSamples: readonly CallSamples[] = [
  samplesOf(claims.listSaleClaims)({
    ...byAll(claims.listSaleClaims, () => ({})),
    "the second page": () => ({ by: "shop", input: { page: 2, per_page: 2 } }),
  }),
  samplesOf(claims.saleClaimChoices)(byAll(claims.saleClaimChoices, () => ({}))),
  samplesOf(claims.listReceivedSaleClaims)({
    ...byAll(claims.listReceivedSaleClaims, () => ({})),
    "those that wait": () => ({ by: "curator", input: { status: "pending" } }),
    "the second page": () => ({ by: "curator", input: { page: 2, per_page: 3 } }),
  }),
  samplesOf(claims.readReceivedSaleClaim)({
    "of a shop, beside a sale like it": (scene) => ({ by: "curator", input: { id: scene.claims.shop } }),
    "of a manager": (scene) => ({ by: "curator", input: { id: scene.claims.manager } }),
    "an accepted one": (scene) => ({ by: "curator", input: { id: scene.claims.accepted } }),
    "of the other distributor": (scene) => ({ by: "otherCurator", input: { id: scene.claims.otherShop } }),
    "another's": (scene) => ({ by: "curator", input: { id: scene.claims.otherShop } }),
  }),
  samplesOf(claims.downloadSaleClaimPhoto)({
    "the first one": (scene) => ({ by: "curator", input: { id: scene.claims.shop, number: "1" } }),
    "one that isn't there": (scene) => ({ by: "curator", input: { id: scene.claims.shop, number: "2" } }),
    "another's": (scene) => ({ by: "curator", input: { id: scene.claims.otherShop, number: "1" } }),
  }),
  samplesOf(claims.claimSale)({
    "by a shop, with two photos": ({ people }) => ({
      by: "shop",
      input: claimOf(people, "2026-02-20"),
      files: { photo: photo(), second_photo: photo() },
    }),
    again: ({ people }) => ({ by: "shop", input: claimOf(people, "2026-02-20"), files: { photo: photo() } }),
    "by a manager": ({ people }) => ({
      by: "manager",
      input: claimOf(people, "2026-02-21"),
      files: { photo: photo() },
    }),
    "for another's shop": ({ people }) => ({
      by: "manager",
      input: { ...claimOf(people, "2026-02-22", "otherCurator"), curator_id: String(people.curator.id) },
      files: { photo: photo() },
    }),
    "of a day to come": ({ people }) => ({
      by: "shop",
      input: claimOf(people, "2026-03-21"),
      files: { photo: photo() },
    }),
    "without a photo": ({ people }) => ({ by: "shop", input: claimOf(people, "2026-02-23") }),
  }),
  samplesOf(claims.acceptSaleClaim)({
    "as it was made": (scene) => ({
      by: "curator",
      input: { id: scene.claims.shop, ...answerOf(scene, "2026-02-02") },
    }),
    again: (scene) => ({ by: "curator", input: { id: scene.claims.shop, ...answerOf(scene, "2026-02-02") } }),
    "another's": (scene) => ({
      by: "curator",
      input: { id: scene.claims.otherShop, ...answerOf(scene, "2026-02-02") },
    }),
    corrected: (scene) => ({
      by: "curator",
      input: { id: scene.claims.manager, ...answerOf(scene, "2026-02-12"), sell_count: 3 },
    }),
  }),
  samplesOf(claims.refuseSaleClaim)({
    "another's": (scene) => ({ by: "curator", input: { id: scene.claims.otherShop, reason: "Чужая" } }),
    "that is accepted": (scene) => ({ by: "curator", input: { id: scene.claims.accepted, reason: "Поздно" } }),
    "one that waits": async (scene) => ({
      by: "curator",
      input: { id: await latestClaim(scene, "manager"), reason: "Нет печати" },
    }),
    again: async (scene) => ({
      by: "curator",
      input: { id: await latestClaim(scene, "manager"), reason: "Нет печати" },
    }),
  }),
  samplesOf(claims.withdrawSaleClaim)({
    "that is refused": (scene) => ({ by: "shop", input: { id: scene.claims.refused } }),
    "another's": (scene) => ({ by: "shop", input: { id: scene.claims.otherShop } }),
    "one that waits": async (scene) => ({ by: "shop", input: { id: await latestClaim(scene, "shop") } }),
    "one's own of the other distributor": (scene) => ({ by: "otherShop", input: { id: scene.claims.otherShop } }),
    again: (scene) => ({ by: "otherShop", input: { id: scene.claims.otherShop } }),
  }),
];

async function latestClaim({ club, people }: Scene, by: "shop" | "manager"): Promise<string> {
  const found = club.db.selectFrom("sale_claims").select("id").where("user_id", "=", people[by].id);
  return String((await found.orderBy("id", "desc").executeTakeFirstOrThrow()).id);
}
