import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { GetServerSideProps } from 'next';

/** Loads a page's props as Next does for a request of this path. */
export async function loadPageAt<Props extends object>(
  getServerSideProps: GetServerSideProps<Props>,
  path: string,
  params: Record<string, string> = {},
) {
  const req = Object.assign(new IncomingMessage(new Socket()), { cookies: {} });
  const res = new ServerResponse(req);
  const query = { ...Object.fromEntries(new URL(path, 'http://site.test').searchParams), ...params };
  const result = await getServerSideProps({ req, res, params, query, resolvedUrl: path });
  return { result, status: res.statusCode, headers: res.getHeaders() };
}

/** The props of a page that has content. */
export async function loadPropsAt<Props extends object>(
  ...request: Parameters<typeof loadPageAt<Props>>
): Promise<Props> {
  const { result } = await loadPageAt(...request);
  if (!('props' in result)) throw new Error('The page has no props.');
  return result.props;
}
