import { formatAmount } from "../../lib/points";
import { Section } from "../../ui/core/page";
import { DefinitionList } from "../../ui/lazy/definition-list";
import { DataTable } from "../../ui/lazy/table";
import { WholeCodes } from "../../ui/lazy/whole-codes";
import { receivedClaimPath } from "./claim-paths";
import { ClaimStatus } from "./claim-status";
import type { ClaimCardView } from "./claim-view";

/** What is claimed. */
export function ClaimFacts({ claim }: { claim: ClaimCardView }) {
  return (
    <div className="card">
      <DefinitionList
        items={[
          { term: "Состояние", value: <ClaimStatus {...claim} /> },
          { term: "Отправлена", value: claim.date },
          { term: "Торговая точка", value: `${claim.shop}, ИНН ${claim.inn}` },
          { term: "Дата продажи", value: claim.sellDate },
          { term: "Артикул", value: <WholeCodes>{`${claim.code} ${claim.name}`}</WholeCodes> },
          { term: "Количество", value: `${formatAmount(claim.count)}\u00a0шт.` },
          { term: "Документ", value: claim.documentNumber },
          { term: "Комментарий", value: claim.comment },
        ]}
      />
    </div>
  );
}

/** The photos of the document: pictures are shown, other files are offered. */
export function ClaimDocument({ claim }: { claim: ClaimCardView }) {
  const addressOf = (number: number) => `${receivedClaimPath(claim.id)}/photos/${number}`;
  return (
    <Section title="Документ">
      {claim.photos.length === 0 && <p>Файлы уже удалены: клуб хранит их ограниченное время.</p>}
      {claim.photos.map(({ number, isPicture }) => (
        <p key={number}>
          <a href={addressOf(number)} download>
            {isPicture ? (
              <img src={addressOf(number)} alt={`Документ, файл ${number}`} width={480} loading="lazy" />
            ) : (
              `Скачать файл ${number}`
            )}
          </a>
        </p>
      ))}
    </Section>
  );
}

/** Counted sales that may be the claimed one under another day or count. */
export function SimilarSales({ similar }: Pick<ClaimCardView, "similar">) {
  if (similar.length === 0) return null;
  return (
    <Section title="Похожие учтённые продажи">
      <p className="hint">Тот же артикул той же точке в ближайшие две недели. Проверьте, что это другая продажа.</p>
      <DataTable
        caption="Похожие учтённые продажи"
        captionHidden
        rows={similar}
        rowKey={(sale) => sale.id}
        empty={null}
        columns={[
          { key: "date", header: "Дата", main: true, cell: (sale) => sale.sellDate },
          { key: "count", header: "Кол-во", align: "end", cell: (sale) => formatAmount(sale.count) },
          { key: "manager", header: "Менеджер", cell: (sale) => sale.manager },
          { key: "file", header: "Отчёт", cell: (sale) => sale.fileName },
        ]}
      />
    </Section>
  );
}
