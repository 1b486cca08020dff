import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { formatAmount } from "../../lib/points";
import { Button } from "../../ui/core/button";
import { type Column, DataTable } from "../../ui/lazy/table";
import { ArticleCode, WholeCodes } from "../../ui/lazy/whole-codes";
import { OWN_CLAIMS, receivedClaimPath } from "./claim-paths";
import { ClaimStatus } from "./claim-status";
import type { ClaimView } from "./claim-view";

type ClaimsTableProps = { claims: readonly ClaimView[]; empty: ReactNode };

/** The participant's own claims, the newest first. */
export function OwnClaimsTable({ claims, empty }: ClaimsTableProps) {
  return (
    <DataTable
      caption="Мои заявки"
      captionHidden
      rows={claims}
      rowKey={(claim) => claim.id}
      empty={empty}
      columns={[
        { key: "id", header: "Заявка", main: true, cell: (claim) => <Head {...claim}>{`№\u00a0${claim.id}`}</Head> },
        ...whatWasSold,
        { key: "distributor", header: "Дистрибьютор", cell: (claim) => claim.distributor },
        { ...status, cell: (claim) => <OwnClaimStatus {...claim} /> },
        { key: "points", header: "Баллы", align: "end", cell: (claim) => formatAmount(claim.points) },
      ]}
    />
  );
}

/** Claims that a curator answers: those that wait first. */
export function ReceivedClaimsTable({ claims, empty }: ClaimsTableProps) {
  return (
    <DataTable
      caption="Заявки о продажах"
      captionHidden
      rows={claims}
      rowKey={(claim) => claim.id}
      empty={empty}
      columns={[
        {
          key: "id",
          header: "Заявка",
          main: true,
          cell: (claim) => (
            <Head {...claim}>
              <Link to={receivedClaimPath(claim.id)}>{`№\u00a0${claim.id}, ${claim.claimant}`}</Link>
            </Head>
          ),
        },
        ...whatWasSold,
        { key: "shop", header: "Торговая точка", cell: (claim) => claim.shop },
        status,
      ]}
    />
  );
}

const whatWasSold: Column<ClaimView>[] = [
  { key: "sold", header: "Дата", cell: (claim) => claim.sellDate },
  {
    key: "article",
    header: "Артикул",
    cell: (claim) => (
      <>
        <ArticleCode>{claim.code}</ArticleCode> <WholeCodes>{claim.name}</WholeCodes>
      </>
    ),
  },
  { key: "count", header: "Кол-во", align: "end", cell: (claim) => formatAmount(claim.count) },
];

const status: Column<ClaimView> = { key: "status", header: "Состояние", cell: (claim) => <ClaimStatus {...claim} /> };

/** The state of an own claim. One that waits can be withdrawn. */
function OwnClaimStatus(claim: ClaimView) {
  return (
    <>
      <ClaimStatus {...claim} />
      {claim.status === "pending" && claim.id && (
        <Form method="post" action={OWN_CLAIMS} preventScrollReset>
          <input type="hidden" name="claim_id" value={claim.id} />
          <Button variant="quiet" small>
            Снять заявку<span className="visually-hidden"> №&nbsp;{claim.id}</span>
          </Button>
        </Form>
      )}
    </>
  );
}

function Head({ date, children }: { date: string; children: ReactNode }) {
  return (
    <>
      <span className="caption">{date}</span>
      <br />
      {children}
    </>
  );
}
