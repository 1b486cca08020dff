import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { checkDocuments } from "../../contract/accounts";
import { cacheHeaders } from "../document/cache";
import { readCart } from "../features/cart/cart-cookie.server";
import { tellProgress } from "../features/cart/order.server";
import { UnfinishedOrderLink } from "../features/cart/unfinished-order-link";
import { DocumentState } from "../features/profile/document-state";
import { OfflineBalance } from "../features/profile/offline-balance";
import { OverviewCard } from "../features/profile/overview-card";
import { PeopleSections } from "../features/profile/people-sections";
import { PersonalData } from "../features/profile/personal-data";
import { loadLastMovement, viewProfile } from "../features/profile/profile.server";
import { SECURITY_PATH } from "../features/security/security-path";
import { viewTemporaryPassword } from "../features/security/temporary-password.server";
import { TemporaryPasswordNotice } from "../features/security/temporary-password-notice";
import { loadProfile, requireSession } from "../session/visit.server";
import { ButtonLink } from "../ui/core/button";
import { Columns, PageHeader, Section } from "../ui/core/page";

export const meta: MetaFunction = () => [{ title: "Профиль — Клуб" }];
export const headers = cacheHeaders("session");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/profile");
  const [user, movement, documents, cart] = await Promise.all([
    loadProfile(args, visit),
    loadLastMovement(visit),
    visit.callOptional(checkDocuments, {}),
    readCart(args.request),
  ]);
  if (!user) throw new Response("Профиль недоступен.", { status: 404 });
  return {
    ...viewProfile(user, { movement, documents }, new URL(args.request.url).searchParams),
    temporaryPassword: viewTemporaryPassword(user),
    order: tellProgress(cart),
  };
}

export default function ProfilePage() {
  const { firstName, person, overview, documents, people, temporaryPassword, order } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader mark={person.role} title={`Здравствуйте, ${firstName || person.name}`} />
      {temporaryPassword && (
        <TemporaryPasswordNotice
          {...temporaryPassword}
          action={
            <ButtonLink to={SECURITY_PATH} variant="secondary">
              Сменить пароль
            </ButtonLink>
          }
        />
      )}
      {order && <UnfinishedOrderLink progress={order} />}
      <Columns>
        <OverviewCard overview={overview} />
        <Section title="Личные данные" card>
          <PersonalData person={person} />
          <p>
            <Link to={SECURITY_PATH}>Пароль и входы в клуб</Link>
          </p>
          {typeof overview.points === "number" && <OfflineBalance points={overview.points} />}
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
