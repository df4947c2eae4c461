import type { PagePlace } from '@/lib/contract/own-page';
import { t } from '@/lib/texts/texts';

/** Where the site links to a page. */
export const PLACES: Readonly<Record<PagePlace, string>> = {
  get none() {
    return t('ownPages.placeNone', 'No link' /* the site has to a page of the owner's */);
  },
  get footer() {
    return t('ownPages.placeFooter', 'Footer' /* where the link to a page is */);
  },
  get header() {
    return t('ownPages.placeHeader', 'Header and footer' /* where the links to a page are */);
  },
};
