import { cleanup } from '@testing-library/react';
import { analyticsTag } from '@/lib/contract/plain/analytics';
import { env as pagesEnv } from '@/lib/env';
import PrivacyPage, { getServerSideProps as loadPrivacy } from '@/pages/privacy';
import TermsPage, { getServerSideProps as loadTerms } from '@/pages/terms';
import { siteFactsOf } from '@/server/commands/site-facts';
import { readEnv } from '@/server/config/env';
import { fakeApi, ok } from '../../setup/fake-api';
import { CLAIMS } from '../../setup/legal-claims';
import { CONFIGURATIONS } from '../../setup/legal-configurations';
import { loadPropsAt } from '../../setup/load-page-at';
import { renderScreen } from '../../setup/render-screen';

const before = { ...pagesEnv };
afterEach(() => void Object.assign(pagesEnv, before));

/** How the product server says what people sign in with. */
function popupOf({ identity }: ReturnType<typeof readEnv>): object {
  if (identity.kind === 'firebase')
    return { kind: 'firebase', apiKey: 'k', authDomain: 'f.example', projectId: 'p' };
  if (identity.kind !== 'oauth') return identity;
  const { google, github, oidc } = identity;
  const providers = [google && 'google', github && 'github', oidc && 'oidc'].filter(Boolean);
  return {
    ...{ kind: 'oauth', url: 'https://site.example/api/popup', providers },
    ...(oidc && { oidcName: oidc.name }),
  };
}

function analyticsOf(variables: Readonly<Record<string, string | undefined>>) {
  const { NEXT_PUBLIC_GA_ID: gaId = '', NEXT_PUBLIC_GTM_ID: gtmId = '' } = variables;
  const tag = analyticsTag((name) => variables[name] ?? '');
  return { ...(gaId && { gaId }), ...(gtmId && { gtmId }), ...(tag && { tag }) };
}

const textOf = (page: React.ReactElement) => {
  const { container } = renderScreen(page);
  const text = container.textContent;
  cleanup();
  return text;
};

it.each(CONFIGURATIONS)('says of a site nothing but what is configured: $name', async (site) => {
  const env = readEnv(site.variables);
  fakeApi({
    'GET /facts': () => ok(siteFactsOf(env, site)),
    'GET /user/login/identity': () =>
      ok({
        identity: popupOf(env),
        ...(env.signsInByEmail && { offersEmail: true }),
        ...(env.signsInByPasskey && { offersPasskeys: true }),
      }),
  });
  Object.assign(pagesEnv, {
    analytics: analyticsOf(site.variables),
    algoliaAppId: site.variables.NEXT_PUBLIC_ALGOLIA_APP_ID ?? '',
  });
  const texts = {
    privacy: textOf(<PrivacyPage {...await loadPropsAt(loadPrivacy, '/privacy')} />),
    terms: textOf(<TermsPage {...await loadPropsAt(loadTerms, '/terms')} />),
  };
  const faults = CLAIMS.flatMap(({ page, says, settings, holds }) => {
    const isSaid = says.test(texts[page]);
    const isTrue = holds({ env, hasWebhooks: site.hasWebhooks });
    return isSaid === isTrue
      ? []
      : [`${page} ${isSaid ? 'says' : 'leaves out'} ${says.source} (${settings})`];
  });
  expect(faults).toEqual([]);
});

it('has a site for which each claim is true, and one for which it is not', () => {
  const sites = CONFIGURATIONS.map(({ variables, hasWebhooks }) => ({
    env: readEnv(variables),
    hasWebhooks,
  }));
  const onesided = CLAIMS.filter(({ holds }) => new Set(sites.map((site) => holds(site))).size < 2);
  expect(onesided.map(({ says }) => says.source)).toEqual([]);
});
