/**
 * Prints a PDF with a running head and page numbers. Tags and outline are left out, so that extraction has to find headings itself.
 * @param {import('playwright-core').Browser} browser
 * @param {{ title: string, body: string, style: string, pages?: number }} book
 */
export async function printed(browser, { title, body, style, pages }) {
  const page = await browser.newPage();
  try {
    await page.route('**', (route) => route.abort());
    await page.setContent(`<!doctype html><html lang="en"><style>${style}</style>${body}`, {
      waitUntil: 'domcontentloaded',
    });
    return await page.pdf({
      format: 'A4',
      margin: { top: '22mm', bottom: '20mm', left: '18mm', right: '18mm' },
      displayHeaderFooter: true,
      headerTemplate: `<p style="font-size:8px;width:100%;text-align:center">${title}</p>`,
      footerTemplate:
        '<p style="font-size:8px;width:100%;text-align:center"><span class="pageNumber"></span></p>',
      printBackground: true,
      tagged: false,
      outline: false,
      ...(pages !== undefined && { pageRanges: `1-${pages}` }),
    });
  } finally {
    await page.close();
  }
}
