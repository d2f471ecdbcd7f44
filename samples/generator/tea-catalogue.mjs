import { makeRandom } from "./random.mjs";
import { teas } from "./teas.mjs";
import { makeWorkbook } from "./workbook.mjs";

const suppliers = [
  ["Leaf & Daughters", "Assam", "leaf@example.org", 21, 4.6],
  ["Cloud Terrace", "Fujian", "orders@example.org", 34, 4.8],
  ["Kyu Tea Farm", "Uji", "farm@example.net", 40, 4.9],
  ["Herb Parliament", "Provence", "speaker@example.com", 9, 4.1],
  ["Harbour Pottery", "Port Merrow", "kiln@example.org", 5, 4.4],
  ["Red Bush Cooperative", "Cederberg", "coop@example.net", 28, 4.3],
];

/** The shop's catalogue as a workbook of two sheets: what is sold, and who it is bought from. */
export function makeTeaCatalogue() {
  const random = makeRandom("tea catalogue");
  const products = teas.map((tea) => [
    tea.sku,
    tea.name,
    tea.category,
    tea.origin,
    suppliers.find(([, place]) => place === tea.origin)?.[0] ?? random.pick(suppliers)[0],
    tea.price,
    Math.round(tea.price * random.between(0.35, 0.6) * 100) / 100,
    random.whole(0, 900),
    { date: tea.since },
    tea.category === "Herbal" ? false : !["Teaware", "Gift box"].includes(tea.category),
  ]);
  return makeWorkbook([
    {
      name: "Products",
      rows: [
        ["sku", "name", "category", "origin", "supplier", "price", "cost", "stock", "sold_since", "caffeine"],
        ...products,
      ],
    },
    { name: "Suppliers", rows: [["supplier", "place", "email", "delivery_days", "score"], ...suppliers] },
  ]);
}
