import { saleClaimStatusTitles } from "../../../contract/values";
import { Badge } from "../../ui/core/badge";

const tones = { pending: "signal", accepted: "ok", refused: "danger", recalled: "warn" } as const;

/** The state of a claim, with the reason of a refusal. An unknown state is shown as the upstream sent it. */
export function ClaimStatus({ status, reason }: { status: string; reason: string }) {
  const known = status in tones ? (status as keyof typeof tones) : null;
  if (!known && !status) return <>—</>;
  return (
    <>
      <Badge tone={known ? tones[known] : "plain"}>
        {known ? saleClaimStatusTitles[known].replace(" ", "\u00a0") : status}
      </Badge>
      {reason && (
        <>
          <br />
          {reason}
        </>
      )}
    </>
  );
}
