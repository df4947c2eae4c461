import type { GetServerSideProps } from 'next';
import { CallExample } from '@/components/layout/call-example';
import { FailurePage } from '@/components/layout/message-page';
import { TextPage } from '@/components/layout/text-page';
import { env } from '@/lib/env';
import { type DevelopersContent, loadDevelopers } from '@/lib/pages/load-developers';
import { type LoadedPage, loadPage } from '@/lib/pages/load-page';
import { site } from '@/lib/site';
import { rich } from '@/lib/texts/rich';
import { formatRow } from '@/lib/texts/lists';
import { t } from '@/lib/texts/texts';

type DevelopersPageProps = LoadedPage<DevelopersContent>;

export const getServerSideProps: GetServerSideProps<DevelopersPageProps> = ({ res }) =>
  loadPage(res, loadDevelopers);

const serverURL = () => env.serverURL || `${site.url}/api`;

export default function DevelopersPage(loaded: DevelopersPageProps) {
  if ('failure' in loaded) return <FailurePage failure={loaded.failure} />;

  const { versions, openCalls, otherCalls } = loaded.content;
  const base = serverURL();
  return (
    <TextPage
      title={t('developers.title', '{siteName} API')}
      description={t(
        'developers.description',
        'Read the {nouns} of {siteName} from programs: calls with examples, open data, feeds and MCP.',
      )}
      canonicalPath="/developers"
      markdownOf="/developers"
      lead={t(
        'developers.lead',
        'Everything that visitors can read here, programs can read as well: without a key, from any origin.',
      )}
    >
      <h2 id="start">{t('developers.startHere', 'Start here')}</h2>
      <ul>
        <li>
          {rich(
            'developers.calls',
            'Calls: <code>{base}</code>, described for programs by <link>OpenAPI</link>',
            {
              code: (text) => <code>{text}</code>,
              base,
              link: (text) => <a href={`${base}/openapi.json`}>{text}</a>,
            },
          )}
        </li>
        <li>
          {rich(
            'developers.openData',
            'The whole directory: <productsJsonl>JSON Lines</productsJsonl>, <productsCsv>CSV</productsCsv>, <awesomeMd>Markdown</awesomeMd>, and the <votesCsv>upvote counts</votesCsv> from which every list follows',
            {
              productsJsonl: (text) => <a href="/data/products.jsonl">{text}</a>,
              productsCsv: (text) => <a href="/data/products.csv">{text}</a>,
              awesomeMd: (text) => <a href="/data/awesome.md">{text}</a>,
              votesCsv: (text) => <a href="/data/votes.csv">{text}</a>,
            },
          )}
        </li>
        <li>
          {rich(
            'developers.agents',
            'Agents: <llmsTxt>llms.txt</llmsTxt>, every page as Markdown at its path and <code>.md</code>, and the Model Context Protocol at <code>{url}/mcp</code>',
            {
              llmsTxt: (text) => <a href="/llms.txt">{text}</a>,
              code: (text) => <code>{text}</code>,
              url: site.url,
            },
          )}
        </li>
        <li>
          {rich(
            'developers.feeds',
            'Readers: <code>feed.xml</code>, <code>rss.xml</code> and <code>feed.json</code> below every list',
            { code: (text) => <code>{text}</code> },
          )}
        </li>
        <li>
          {rich(
            'developers.embeds',
            "Other sites: the code of a badge or a card is on each {noun}'s page, and oEmbed at <code>{url}/oembed</code>",
            { code: (text) => <code>{text}</code>, url: site.url },
          )}
        </li>
      </ul>

      <h2 id="answers">{t('developers.answers', 'Answers' /* to calls */)}</h2>
      <p>
        {rich(
          'developers.answersText',
          'Every answer is JSON. A success has <code>isError: false</code>. A failure has <code>isError: true</code>, a <code>code</code>, a <code>message</code> for people and the <code>requestId</code> of the log. Lists have a <code>nextCursor</code>: pass it as <code>after</code> for the next page.',
          { code: (text) => <code>{text}</code> },
        )}
      </p>

      <h2 id="versions">{t('developers.versions', 'Versions' /* of the calls */)}</h2>
      <p>
        {rich(
          'developers.versionsText',
          'The header <code>API-Version</code> chooses a version, and every answer names its own: {versions}. Without the header you get the oldest, so nothing changes under a program that names none. A call that is to go says so months before, in <code>Deprecation</code> and <code>Sunset</code>.',
          {
            code: (text) => <code>{text}</code>,
            versions: formatRow(versions),
          },
        )}
      </p>

      <h2 id="limits">{t('developers.limits', 'Limits' /* how many calls may be made */)}</h2>
      <p>
        {rich(
          'developers.limitsText',
          '<code>RateLimit-Policy</code> and <code>RateLimit</code> say what is left of a limit. After <code>rate_limited</code>, <code>Retry-After</code> says how many seconds to wait.',
          { code: (text) => <code>{text}</code> },
        )}
      </p>

      <h2 id="reading">{t('developers.reading', 'Reading' /* calls that change nothing */)}</h2>
      {openCalls.map(({ path, summary, parameters, answer, limits, example }) => (
        <section key={path} aria-labelledby={idOf(path)} className="flex flex-col gap-3">
          <h3 id={idOf(path)} className="wrap-anywhere">
            {`GET ${path}`}
          </h3>
          <p>{summary}</p>
          {parameters.length > 0 && (
            <ul>
              {parameters.map(({ name, isRequired, words }) => (
                <li key={name}>
                  <code>{name}</code>
                  {isRequired && (
                    <span>{` ${t('developers.required', '(required)' /* beside the name of a parameter */)}`}</span>
                  )}
                  {words !== '' && <span>{`: ${words}`}</span>}
                </li>
              ))}
            </ul>
          )}
          {example !== null && <CallExample url={base + example} />}
          <details>
            <summary className="cursor-pointer">
              {rich('developers.answerOf', 'Answer<hidden> of GET {path}</hidden>', {
                hidden: (text) => <span className="sr-only">{text}</span>,
                path,
              })}
            </summary>
            <pre tabIndex={0}>
              <code>{answer}</code>
            </pre>
          </details>
          <p className="text-sm text-muted">{`${limits}.`}</p>
        </section>
      ))}

      <h2 id="other-calls">{t('developers.otherCalls', 'Other calls')}</h2>
      <p>
        {rich(
          'developers.otherCallsText',
          'The site makes these for its visitors and members. Their schemas are in <link>OpenAPI</link>; without a session of a member, most answer <code>unauthenticated</code>.',
          {
            link: (text) => <a href={`${base}/openapi.json`}>{text}</a>,
            code: (text) => <code>{text}</code>,
          },
        )}
      </p>
      <details>
        <summary className="cursor-pointer">
          {t('developers.showOtherCalls', '{count, plural, other {Show # calls}}', {
            count: otherCalls.length,
          })}
        </summary>
        <ul>
          {otherCalls.map(({ name, summary, access }) => (
            <li key={name} className="wrap-anywhere">
              <code>{name}</code>{' '}
              <span>
                {t(
                  'developers.callAndAccess',
                  '({access, select, anyone {anyone} account {account} member {member} moderator {moderator} other {admin}}): {summary}',
                  { access, summary },
                )}
              </span>
            </li>
          ))}
        </ul>
      </details>
    </TextPage>
  );
}

/** `/products/:slug/related` → `get-products-slug-related`. */
const idOf = (path: string) => `get${path.replace(/[^a-z]+/gi, '-').toLowerCase()}`;
