import { searchRule } from "../../../contract/field-rules";
import { quote } from "../../../contract/russian-quotes";
import { formatCount } from "../../lib/points";
import { FilterForm } from "../../ui/core/filter-form";
import { Section } from "../../ui/core/page";
import { SearchField } from "../../ui/core/text-field";
import { DataTable } from "../../ui/lazy/table";
import { ArticleCode, WholeCodes } from "../../ui/lazy/whole-codes";

interface ArticleListProps {
  promotionId: string;
  /** Those of the page, and how many the search has found. */
  articles: readonly { code: string; name: string }[];
  total: number;
  search: string;
}

/** The articles of a promotion, with a search. The file has all of them. */
export function ArticleList({ promotionId, articles, total, search }: ArticleListProps) {
  const address = `/promo/${encodeURIComponent(promotionId)}/`;
  return (
    <Section
      title="Артикулы акции"
      actions={
        <a className="button button--secondary" href={`${address}articles`} download>
          Скачать список артикулов (CSV)
        </a>
      }
    >
      <FilterForm label="Поиск по артикулам" submit="Найти" resetTo={search ? address : undefined}>
        <SearchField
          key={search}
          shell={{ id: "articles", result: null }}
          name="search"
          label="Артикул или название"
          defaultValue={search}
          {...searchRule}
        />
      </FilterForm>
      <p role="status">
        {formatCount(total, "артикул", "артикула", "артикулов")}
        {total > articles.length && `, показаны первые ${articles.length}`}
      </p>
      <DataTable
        caption="Артикулы акции"
        captionHidden
        rows={articles}
        rowKey={({ code }) => code}
        empty={<p>По запросу {quote(search)} ничего не нашлось.</p>}
        columns={[
          { key: "code", header: "Артикул", main: true, cell: ({ code }) => <ArticleCode>{code}</ArticleCode> },
          { key: "name", header: "Наименование", cell: ({ name }) => <WholeCodes>{name}</WholeCodes> },
        ]}
      />
    </Section>
  );
}
