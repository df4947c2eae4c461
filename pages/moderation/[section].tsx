import type { NextPageContext } from 'next';
import { type ComponentType, useCallback } from 'react';
import { AccountHeader } from '@/components/account/account-header';
import { NotFound, notFoundTitle } from '@/components/layout/not-found';
import { Page } from '@/components/layout/page';
import { loadNotFound, ModeratorPage } from '@/components/moderation/moderator-page';
import { MissingPart } from '@/components/ui/missing-part';
import { Spinner } from '@/components/ui/spinner';
import { useLazyPart } from '@/hooks/use-lazy-component';
import { useSessionToken } from '@/hooks/use-user';
import type { Role } from '@/lib/contract/user';
import { MODERATION_SECTIONS, SECTION_NAMES, type SectionName } from '@/lib/pages/moderation-sections';
import { t } from '@/lib/texts/texts';

type Section = ComponentType<{ isAdmin: boolean; viewerRole: Role }>;

/** The file of each section is a bundle of its own, which no other section loads. */
async function loadSection(name: SectionName): Promise<Section> {
  const file: unknown = await import(`@/components/moderation/sections/${name}`);
  if (!exportsSection(file)) throw new Error(`The section ${name} exports no component.`);
  return file.default;
}

const exportsSection = (file: unknown): file is { default: Section } =>
  typeof file === 'object' && file !== null && 'default' in file && typeof file.default === 'function';

type SectionPageProps = {
  /** Null for a section that there is not. */
  name: SectionName | null;
  /** After a click on a link, the section is there at once. */
  Loaded?: Section;
};

/** A page for moderators, but for the queue and a product's history. */
export default function SectionPage({ name, Loaded }: SectionPageProps) {
  // The key makes React mount a new page, without the state of the section before.
  if (name !== null) return <KnownSection key={name} name={name} Loaded={Loaded} />;
  return (
    <Page title={notFoundTitle()}>
      <NotFound />
    </Page>
  );
}

SectionPage.getInitialProps = async (context: NextPageContext) => {
  const name = SECTION_NAMES.find((known) => known === context.query.section) ?? null;
  const inBrowser = context.res === undefined && name !== null;
  // What can't be loaded is loaded again by the page, which says so.
  const Loaded = inBrowser ? await loadSection(name).catch(() => undefined) : undefined;
  return { ...loadNotFound(context), name, ...(Loaded && { Loaded }) };
};

function KnownSection({ name, Loaded }: SectionPageProps & { name: SectionName }) {
  const { title, closed } = MODERATION_SECTIONS[name];
  const load = useCallback(() => loadSection(name), [name]);
  // Visitors load no section. Everybody else does before it is known who they are.
  const isNeeded = Boolean(useSessionToken()) && !Loaded;
  const { Component, isMissing, retry } = useLazyPart(load, isNeeded);
  const Shown = Loaded ?? Component;
  return (
    <ModeratorPage title={title} top={<AccountHeader />}>
      {({ role }) => {
        if (closed && role !== 'admin') return <p className="mt-2 max-w-prose text-muted">{closed}</p>;
        if (isMissing)
          return (
            <MissingPart onRetry={retry}>
              {t(
                'moderationSection.notLoaded',
                "{title} couldn't be loaded. Check your connection and try again.",
                { title },
              )}
            </MissingPart>
          );
        return Shown ? <Shown isAdmin={role === 'admin'} viewerRole={role} /> : <Spinner />;
      }}
    </ModeratorPage>
  );
}
