import { findPopupConfig } from '@/lib/api/sign-in';
import { ApiFailure } from '@/lib/api/http';
import { providerName, SOCIAL_PROVIDERS } from '@/lib/contract/sign-in';
import { formatAny } from '@/lib/texts/lists';

export type SignInNames = {
  /** The providers, such as "Google or Github"; empty on a site without any. */
  signInNames: string;
  /** Whether a code by email signs in, too. */
  signsInByEmail: boolean;
  /** Whether a passkey signs in, too. */
  signsInByPasskey: boolean;
};

/** What people sign in with on this site. Google and Github while the server does not say. */
export async function loadSignInNames(): Promise<SignInNames> {
  const config = await findPopupConfig().catch((error: unknown) => {
    if (error instanceof ApiFailure) return undefined;
    throw error;
  });
  const isOAuth = config?.kind === 'oauth';
  const signsInByEmail = config?.offersEmail === true;
  const providers = isOAuth ? config.providers : config?.kind === 'none' ? [] : SOCIAL_PROVIDERS;
  const names = providers.map(
    (each) => (each === 'oidc' && isOAuth && config.oidcName) || providerName(each),
  );
  return { signInNames: formatAny(names), signsInByEmail, signsInByPasskey: config?.offersPasskeys === true };
}
