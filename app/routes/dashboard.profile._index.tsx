import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { checkDocuments } from "../../contract/accounts";
import { cacheHeaders } from "../document/cache";
import { DocumentState } from "../features/profile/document-state";
import { OverviewCard } from "../features/profile/overview-card";
import { PeopleSections } from "../features/profile/people-sections";
import { PersonalData } from "../features/profile/personal-data";
import { loadLastMovement, viewProfile } from "../features/profile/profile.server";
import { loadUser, requireSession } from "../session/visit.server";
import { Columns, PageHeader, Section } from "../ui/core/page";

export const meta: MetaFunction = () => [{ title: "Профиль — Клуб" }];
export const headers = cacheHeaders("session");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/profile");
  const [user, movement, documents] = await Promise.all([
    loadUser(args, visit),
    loadLastMovement(visit),
    visit.callOptional(checkDocuments, {}),
  ]);
  if (!user) throw new Response("Профиль недоступен.", { status: 404 });
  return viewProfile(user, { movement, documents }, new URL(args.request.url).searchParams);
}

export default function ProfilePage() {
  const { firstName, person, overview, documents, people } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader mark={person.role} title={`Здравствуйте, ${firstName || person.name}`} />
      <Columns>
        <OverviewCard overview={overview} />
        <Section title="Личные данные" card>
          <PersonalData person={person} />
        </Section>
      </Columns>
      <PeopleSections people={people} />
      {documents && (
        <Section title="Документы" card>
          <DocumentState {...documents} />
        </Section>
      )}
    </>
  );
}
