import { findPopupConfig } from '@/lib/api/sign-in';
import { ApiFailure } from '@/lib/api/http';
import { providerName, SOCIAL_PROVIDERS } from '@/lib/contract/sign-in';
import { formatAny } from '@/lib/texts/lists';

/** What people sign in with on this site, such as "Google or Github". These two while the server does not say. */
export async function loadSignInNames(): Promise<string> {
  const config = await findPopupConfig().catch((error: unknown) => {
    if (error instanceof ApiFailure) return undefined;
    throw error;
  });
  const isOAuth = config?.kind === 'oauth';
  const providers = isOAuth ? config.providers : SOCIAL_PROVIDERS;
  const names = providers.map(
    (each) => (each === 'oidc' && isOAuth && config.oidcName) || providerName(each),
  );
  return formatAny(names);
}
