import { callLate } from '@/lib/api/late-call';

/**
 * Opens the website of a product in a new tab, and the product's page there if the website is unknown. The tab opens
 * empty at once, because browsers block a tab that opens after an answer.
 *
 * @param path of the product's page.
 */
export async function openWebsite(path: string): Promise<void> {
  const tab = window.open('', '_blank');
  if (!tab) return;
  tab.opener = null;
  try {
    const slug = decodeURIComponent(path.replace(/^.*\//, ''));
    const loading = import('@/lib/contract/product').then(({ findProductCall }) => findProductCall);
    const { product } = await callLate(loading, { params: { slug } });
    tab.location.href = product.url;
  } catch {
    tab.location.href = new URL(path, window.location.href).href;
  }
}
