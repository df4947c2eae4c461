import type { GetServerSideProps } from 'next';
import { FailurePage } from '@/components/layout/message-page';
import { TextPage } from '@/components/layout/text-page';
import { SanitizedHTML } from '@/components/ui/sanitized-html';
import { call } from '@/lib/api/http';
import type { AnswerOf } from '@/lib/contract/call';
import { findOwnPageCall } from '@/lib/contract/own-page';
import { type LoadedPage, loadPage, queryValue } from '@/lib/pages/load-page';

type OwnPageProps = LoadedPage<AnswerOf<typeof findOwnPageCall>>;

/** Next gives all dynamic parts at one place the same name, and products have the noun here. */
export const getServerSideProps: GetServerSideProps<OwnPageProps> = ({ res, query }) =>
  loadPage(res, () => call(findOwnPageCall, { params: { slug: queryValue(query.noun) ?? '' } }));

/** A page that the admins of the site have written: about, imprint, guidelines. */
export default function OwnPage(loaded: OwnPageProps) {
  if ('failure' in loaded) return <FailurePage failure={loaded.failure} />;

  const { slug, title, description, html } = loaded.content;
  const path = `/${slug}`;
  return (
    <TextPage title={title} description={description} canonicalPath={path} markdownOf={path}>
      <SanitizedHTML html={html} />
    </TextPage>
  );
}
