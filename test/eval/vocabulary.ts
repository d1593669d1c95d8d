/** Words of the generated sets. */

/** Filler that says nothing in particular. */
export const prose = (
  "table window paper river stone garden market letter morning engine signal button corner bridge number handle layer " +
  "buffer folder record socket filter worker thread kernel vector matrix parser broker ledger invoice ticket anchor lantern " +
  "basket copper silver timber marble harbour meadow valley summit canyon island forest desert winter summer autumn spring " +
  "monday weekly report budget travel weather kitchen ceiling carpet mirror shelf drawer pencil notebook calendar schedule " +
  "station platform ticketing luggage passport customs border agency bureau council village county province district"
).split(" ");

/** Words of a topic: the first half for its notes, the second for its questions. */
export const topics: readonly (readonly string[])[] = [
  "doctor hospital nurse patient clinic surgery physician illness medicine treatment",
  "airplane pilot airport flight wing jet aircraft aviation airline landing",
  "court judge lawyer trial verdict jury attorney lawsuit legal justice",
  "guitar piano orchestra melody concert violin music musician symphony song",
  "football goal striker stadium league coach soccer team player match",
  "bank loan interest mortgage credit deposit finance lender debt investment",
  "bread flour oven dough yeast bakery cake pastry baking cook",
  "army soldier battle weapon tank troops military war combat soldiers",
  "school teacher pupil classroom lesson exam education student learning university",
  "planet orbit telescope galaxy star comet astronomy space moon solar",
  "ocean wave ship sailor harbor anchor sea boat vessel sailing",
  "painting canvas museum sculpture gallery portrait art artist artwork exhibition",
  "election vote senator parliament campaign ballot politics democracy government president",
  "rain storm thunder cloud lightning wind weather hurricane rainfall flood",
  "horse saddle stable rider pony gallop horses equestrian racing jockey",
  "wine grape vineyard bottle cellar barrel winery vintage champagne beer",
  "computer keyboard processor software disk monitor hardware programming laptop machine",
  "novel author chapter poem publisher library book literature writer fiction",
  "tree leaf branch root bark forest oak woods pine wooded",
  "engine wheel brake tire gearbox driver car vehicle automobile truck",
].map((words) => words.split(" "));

export interface Language {
  readonly code: string;
  readonly nouns: readonly string[];
  readonly adjectives: readonly string[];
  /** Between words of filler. */
  readonly join: string;
  readonly phrase: (adjective: string, noun: string) => string;
  /** As a person types it: without marks, in capitals, decomposed. */
  readonly typed: (phrase: string, n: number) => string;
}

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ß", "ss");

/** As written, without marks, in capitals, decomposed: by turns. */
const latin = (phrase: string, n: number): string =>
  [phrase, plain(phrase), phrase.toUpperCase(), phrase.normalize("NFD")][n % 4] as string;

export const languages: readonly Language[] = [
  {
    code: "zh",
    nouns: "数据库 服务器 备份 网络 缓存 文档 用户 权限 日志 接口 测试 模型".split(" "),
    adjectives: "分布式 加密 临时 自动 本地 远程 增量 只读 并行 兼容".split(" "),
    join: "",
    phrase: (adjective, noun) => adjective + noun,
    typed: (phrase) => phrase,
  },
  {
    code: "ja",
    nouns: "データベース サーバー 設定 会議 予算 資料 検索 記録 契約 画面 通信 翻訳".split(" "),
    adjectives: "新しい 古い 安全な 速い 共有の 重要な 公開の 一時的な 手動の 最終的な".split(" "),
    join: "",
    phrase: (adjective, noun) => adjective + noun,
    typed: (phrase) => phrase,
  },
  {
    code: "ko",
    nouns: "서버 데이터 회의 예산 문서 검색 기록 계약 화면 통신 번역 설정".split(" "),
    adjectives: "새로운 오래된 안전한 빠른 공유된 중요한 공개된 임시의 수동의 최종의".split(" "),
    join: " ",
    phrase: (adjective, noun) => `${adjective} ${noun}를 확인`,
    typed: (phrase) => phrase.replace(/를 확인$/, ""),
  },
  {
    code: "de",
    nouns:
      "Straße Brücke Lösung Prüfung Übung Größe Rückgabe Änderung Gebühr Schlüssel Führung Maßnahme".split(
        " ",
      ),
    adjectives: "schöne große übliche ständige örtliche frühere höhere gültige müde weiße".split(" "),
    join: " ",
    phrase: (adjective, noun) => `${adjective} ${noun}`,
    typed: latin,
  },
  {
    code: "fr",
    nouns: "réunion élève forêt théâtre société événement hôpital mémoire garçon qualité château règle".split(
      " ",
    ),
    adjectives: "générale dernière première célèbre française fermée privée légère entière étrangère".split(
      " ",
    ),
    join: " ",
    phrase: (adjective, noun) => `${noun} ${adjective}`,
    typed: latin,
  },
];
