/** What other sites show for a shared link. Without a public origin there is no picture, as its URL must be absolute. */
export function OpenGraphTags({ publicOrigin }: { publicOrigin: string | null }) {
  return (
    <>
      <meta property="og:title" content="Баллы за каждую деталь" />
      <meta
        property="og:description"
        content="Клуб для магазинов запчастей, автосервисов и отделов продаж: копите баллы и меняйте их на подарки."
      />
      <meta property="og:site_name" content="Клуб" />
      <meta property="og:type" content="website" />
      {publicOrigin && (
        <>
          <meta property="og:image" content={`${publicOrigin}/social.png`} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  );
}
