import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { cookies, headers } from "next/headers";
import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Providers } from "@/components/providers";
import { earlyPressScript } from "@/components/ui/early-press-script";
import { groundColours, parseTheme, themeCookieName } from "@/lib/appearance/themes";
import { readNonce } from "@/lib/http/content-security-policy";
import { htmlLanguages } from "@/lib/i18n/locales";
import { pickMessages } from "@/lib/i18n/catalogues";
import { readBuildId } from "@/lib/status/build-id.server";
import "./globals.css";

/** The letters of most pages: 29 of the 69 KB of the whole font. globals.css has the others. */
const geistSans = localFont({
  src: "../node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2",
  variable: "--font-geist-sans",
  weight: "100 900",
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD",
    },
  ],
});

/** Only for codes and trace IDs, so it is loaded on demand. */
const geistMono = localFont({
  src: "../node_modules/geist/dist/fonts/geist-mono/GeistMono-Variable.woff2",
  variable: "--font-geist-mono",
  weight: "100 900",
  preload: false,
  adjustFontFallback: false,
});

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("common");
  return {
    title: { default: t("productName"), template: `%s · ${t("productName")}` },
    description: t("productDescription"),
    applicationName: t("productName"),
    manifest: "/manifest.webmanifest",
    icons: {
      icon: [
        { url: "/icon.svg", type: "image/svg+xml" },
        { url: "/icon-192.png", type: "image/png", sizes: "192x192" },
      ],
      apple: "/apple-icon.png",
    },
    robots: { index: false, follow: false },
    formatDetection: { telephone: false, email: false, address: false },
  };
}

export async function generateViewport(): Promise<Viewport> {
  const theme = parseTheme((await cookies()).get(themeCookieName)?.value);
  return {
    width: "device-width",
    initialScale: 1,
    viewportFit: "cover",
    themeColor:
      theme === "system"
        ? [
            { media: "(prefers-color-scheme: dark)", color: groundColours.dark },
            { media: "(prefers-color-scheme: light)", color: groundColours.light },
          ]
        : groundColours[theme],
  };
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [locale, messages, cookieStore, requestHeaders] = await Promise.all([
    getLocale(),
    getMessages(),
    cookies(),
    headers(),
  ]);
  return (
    <html
      lang={htmlLanguages[locale]}
      data-build={readBuildId()}
      data-theme={parseTheme(cookieStore.get(themeCookieName)?.value)}
      className={`${geistSans.variable} ${geistMono.variable}`}
    >
      <body>
        <script
          nonce={readNonce(requestHeaders.get("content-security-policy"))}
          // Browsers hide the nonce from scripts, so React always sees a mismatch.
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: earlyPressScript }}
        />
        <NextIntlClientProvider messages={pickMessages(messages, ["common"])}>
          <Providers>{children}</Providers>
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
