import type { GetServerSideProps } from 'next';
import { CallExample } from '@/components/layout/call-example';
import { FailurePage } from '@/components/layout/message-page';
import { TextPage } from '@/components/layout/text-page';
import { env } from '@/lib/env';
import { type DevelopersContent, loadDevelopers } from '@/lib/pages/load-developers';
import { type LoadedPage, loadPage } from '@/lib/pages/load-page';
import { site } from '@/lib/site';

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
      title={`${site.name} API`}
      description={`Read the ${site.nounPlural} of ${site.name} from programs: calls with examples, open data, feeds and MCP.`}
      canonicalPath="/developers"
      markdownOf="/developers"
      lead={`Everything that visitors can read here, programs can read as well: without a key, from any origin.`}
    >
      <h2 id="start">Start here</h2>
      <ul>
        <li>
          Calls: <code>{base}</code>, described for programs by <a href={`${base}/openapi.json`}>OpenAPI</a>
        </li>
        <li>
          The whole directory: <a href="/data/products.jsonl">JSON Lines</a>,{' '}
          <a href="/data/products.csv">CSV</a>, <a href="/data/awesome.md">Markdown</a>, and the{' '}
          <a href="/data/votes.csv">upvote counts</a> from which every list follows
        </li>
        <li>
          Agents: <a href="/llms.txt">llms.txt</a>, every page as Markdown at its path and <code>.md</code>,
          and the Model Context Protocol at <code>{site.url}/mcp</code>
        </li>
        <li>
          Readers: <code>feed.xml</code>, <code>rss.xml</code> and <code>feed.json</code> below every list
        </li>
        <li>
          Other sites: the code of a badge or a card is on each {site.noun}&apos;s page, and oEmbed at{' '}
          <code>{site.url}/oembed</code>
        </li>
      </ul>

      <h2 id="answers">Answers</h2>
      <p>
        Every answer is JSON. A success has <code>isError: false</code>. A failure has{' '}
        <code>isError: true</code>, a <code>code</code>, a <code>message</code> for people and the{' '}
        <code>requestId</code> of the log. Lists have a <code>nextCursor</code>: pass it as <code>after</code>{' '}
        for the next page.
      </p>

      <h2 id="versions">Versions</h2>
      <p>
        The header <code>API-Version</code> chooses a version, and every answer names its own:{' '}
        <span>{versions.join(', ')}</span>. Without the header you get the oldest, so nothing changes under a
        program that names none. A call that is to go says so months before, in <code>Deprecation</code> and{' '}
        <code>Sunset</code>.
      </p>

      <h2 id="limits">Limits</h2>
      <p>
        <code>RateLimit-Policy</code> and <code>RateLimit</code> say what is left of a limit. After{' '}
        <code>rate_limited</code>, <code>Retry-After</code> says how many seconds to wait.
      </p>

      <h2 id="reading">Reading</h2>
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
                  {isRequired && <span> (required)</span>}
                  {words !== '' && <span>{`: ${words}`}</span>}
                </li>
              ))}
            </ul>
          )}
          {example !== null && <CallExample url={base + example} />}
          <details>
            <summary className="cursor-pointer">
              Answer<span className="sr-only">{` of GET ${path}`}</span>
            </summary>
            <pre tabIndex={0}>
              <code>{answer}</code>
            </pre>
          </details>
          <p className="text-sm text-muted">{`${limits}.`}</p>
        </section>
      ))}

      <h2 id="other-calls">Other calls</h2>
      <p>
        The site makes these for its visitors and members. Their schemas are in{' '}
        <a href={`${base}/openapi.json`}>OpenAPI</a>; without a session of a member, most answer{' '}
        <code>unauthenticated</code>.
      </p>
      <details>
        <summary className="cursor-pointer">{`Show ${otherCalls.length} calls`}</summary>
        <ul>
          {otherCalls.map(({ name, summary, access }) => (
            <li key={name} className="wrap-anywhere">
              <code>{name}</code> <span>{`(${access}): ${summary}`}</span>
            </li>
          ))}
        </ul>
      </details>
    </TextPage>
  );
}

/** `/products/:slug/related` → `get-products-slug-related`. */
const idOf = (path: string) => `get${path.replace(/[^a-z]+/gi, '-').toLowerCase()}`;
