import type { ReactNode } from 'react';
import { Page } from './page';

type TextPageProps = {
  title: string;
  description: string;
  canonicalPath?: string;
  markdownOf?: string;
  /** One or two sentences under the headline. */
  lead?: ReactNode;
  children: ReactNode;
};

/** A page of long text: headline, lead, and one column. Give each heading in it an `id`, so that people can link to it. */
export function TextPage({ title, description, canonicalPath, markdownOf, lead, children }: TextPageProps) {
  return (
    <Page title={title} description={description} canonicalPath={canonicalPath} markdownOf={markdownOf}>
      <article className="mx-auto max-w-prose">
        <h1 className="text-2xl font-extrabold sm:text-3xl">{title}</h1>
        {lead && <p className="mt-3 text-lg text-muted">{lead}</p>}
        <div className="prose mt-8">{children}</div>
      </article>
    </Page>
  );
}
