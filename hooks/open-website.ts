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
    const { findProduct } = await import('@/lib/api/products');
    const { url } = await findProduct(decodeURIComponent(path.replace(/^.*\//, '')));
    tab.location.href = url;
  } catch {
    tab.location.href = new URL(path, window.location.href).href;
  }
}
