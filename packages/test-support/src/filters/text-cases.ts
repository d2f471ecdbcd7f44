import { casesOf, type FilterCase } from "./filter-case.js";

const manyValues = Array.from({ length: 9998 }, (_, index) => `value ${index}`);

const valueCases = casesOf({ kind: "values", column: "label" }, [
  ["empty text is a value", [""], [101]],
  ["empty text next to another", ["", "a"], [101, 102]],
  ["lower case is not upper case", ["a"], [102]],
  ["upper case is not lower case", ["A"], [103], "long"],
  ["an accent counts", ["ä"], [104]],
  ["a trailing space counts", ["a "], [106]],
  ["a leading space counts", [" a"], [107], "long"],
  ["% is a character", ["%"], [108]],
  ["_ is a character", ["_"], [109], "long"],
  ["a backslash is a character", ["a\\b"], [112]],
  ["a quote is a character", ["it's"], [113]],
  ["a comma in an array is a character", ["a,b"], [114], "long"],
  ["a comma in a lone text separates values", "a,A", [102, 103]],
  ["the word null is a text", ["null"], [115]],
  ["the word NULL is another text", ["NULL"], [116], "long"],
  ["ß is not ss", ["ß"], [117]],
  ["ss is not ß", ["ss"], [118], "long"],
  ["beyond the basic plane", ["😀"], [119], "long"],
  ["composed letters are not decomposed ones", ["Zo\u00eb"], [120]],
  ["decomposed letters are not composed ones", ["Zoe\u0308"], [121], "long"],
  ["a number is taken as its text", [1], [122]],
  ["1.0 is not 1 in a column of text", ["1.0"], [123]],
  ["a line feed", ["line\nend"], [125], "long"],
  ["double quotes", ['"q"'], [127], "long"],
  ["a value that no row has", ["missing"], []],
  ["an empty list asks for nothing", [], "all"],
  ["an empty text asks for nothing", "", "all"],
  ["null asks for nothing", null, "all"],
  ["10,000 values", [...manyValues, "a", ""], [101, 102]],
  ["null in a list is refused", ["a", null], "refused"],
  ["an object in a list is refused", [{ a: 1 }], "refused"],
]);

const containsCases = casesOf({ kind: "contains", column: "label", needs: "contains" }, [
  ["% is a character", "%", [108, 110]],
  ["_ is a character", "_", [109, 111], "long"],
  ["a backslash is a character", "\\", [112]],
  ["a quote is a character", "'", [113]],
  ["upper and lower case are the same", "OFF", [110]],
  ["so are accented letters of both cases", "Ä", [104, 105]],
  ["in the other direction too", "ä", [104, 105], "long"],
  ["an accent counts", "ZOË", [120]],
  ["ß is not ss", "STRASSE", []],
  ["ß stays itself among capitals", "STRAßE", [124], "long"],
  ["beyond the basic plane", "😀", [119], "long"],
  ["a space", " ", [106, 107, 110]],
  ["empty text asks for nothing", "", "all"],
  ["a list is refused", ["a"], "refused"],
]);

function isText(id: number): boolean {
  return id >= 101 && id <= 127;
}

function isInteger(id: number): boolean {
  return id >= 201 && id <= 208;
}

const presenceCases: readonly FilterCase[] = [
  {
    name: "NULL: of one column",
    question: { presence: { isNull: ["label"] } },
    expected: (id) => !isText(id),
  },
  { name: "not NULL: of one column", question: { presence: { isNotNull: ["label"] } }, expected: isText },
  {
    name: "NULL: of two columns, both",
    question: { presence: { isNull: ["label", "n"] } },
    expected: (id) => !isText(id) && !isInteger(id),
  },
  {
    name: "NULL: one and not the other",
    question: { presence: { isNull: ["label"], isNotNull: ["n"] } },
    expected: isInteger,
  },
  {
    name: "NULL: of the same column and not",
    question: { presence: { isNull: ["n"], isNotNull: ["n"] } },
    expected: () => false,
  },
  {
    name: "not NULL: NaN, infinity and -0 are values",
    question: { presence: { isNotNull: ["ratio"] } },
    expected: (id) => id >= 401 && id <= 410,
  },
  { name: "NULL: of no column", question: { presence: { isNull: [], isNotNull: [] } }, expected: "all" },
  {
    name: "NULL: of a column that is not there",
    question: { presence: { isNull: ["lost"] } },
    expected: "refused",
  },
];

/** The expected results of filters of text and of NULL. */
export const textCases: readonly FilterCase[] = [...valueCases, ...containsCases, ...presenceCases];
