import type { Phrases } from "../phrases.ts";

export const ja: Phrases = {
  goal: {
    dev: ["{place} に {thing} を入れたいです。まず今のコードを見てから作ってください。公開している型はそのままで。"],
    test: ["{place} へ {thing} を追加してほしい。現状の動きを読むところから始めて。"],
  },
  correct: {
    dev: ["すみません、チケットを取り違えていました。{thing} の対象は {new} です。{old} は今のままにします。"],
    test: ["対象を間違えて伝えました。{thing} が要るのは {new} のほうで、{old} には触らないでください。"],
  },
  decideUser: { dev: ["ここは {chosen} でお願いします。{why}"], test: ["{dropped} より {chosen} がいいです。{why}"] },
  decideAgent: {
    dev: ["両方を比べた結果、{chosen} が合っています。{why}"],
    test: ["全体を {chosen} の上に載せました。もう一つの候補は {dropped} でしたが、{why}"],
  },
  whyLicence: { dev: ["{it} は {term} なので法務が通しません。"], test: ["{it} の {term} は契約上受け入れられません。"] },
  whyRuntime: { dev: ["{it} は {term} 向けのビルドがありません。"], test: ["{term} では {it} が起動すらしません。"] },
  whyCost: { dev: ["{it} だと毎月 {term} かかります。"], test: ["{it} は月に {term} の請求になります。"] },
  whyLatency: { dev: ["{it} は呼び出しごとに {term} 遅くなります。"], test: ["{it} では一件あたり {term} でした。"] },
  revoke: { dev: ["前言を撤回します。{old} ではなく {new} です。{why}"], test: ["{old} は外します。{why} 代わりは {new} です。"] },
  trying: { dev: ["{approach} を試してみます。"], test: ["まず {approach} でやってみます。"] },
  failed: {
    dev: ["{approach} はここでは駄目でした。二つの要求が重なると {error} になります。取り除きました。"],
    test: ["{approach} は二回目の実行で {error} が出るので、やめて単純なループにしました。"],
  },
  reject: {
    dev: ["{approach} は外してください。{rule} で禁止されています。"],
    test: ["それは困ります。{rule} により {approach} は使えません。元に戻してください。"],
  },
  rejected: { dev: ["外しました。"], test: ["元に戻しました。"] },
  portTaken: {
    dev: ["注意：このマシンの {taken} は {service} が使っています。こちらは {free} です。"],
    test: ["ポートの件ですが、{free} がうちので、{taken} は {service} です。"],
  },
  version: {
    dev: ["{host} は {version} のままで、春まで上がりません。"],
    test: ["最終的に {host} で動かします。そこには {version} しかありません。"],
  },
  readOnly: {
    dev: ["{host} は見るだけにしてください。変更は {person} さん経由です。"],
    test: ["{host} は読み取りのみ可。書き込みは {person} さんの判断です。"],
  },
  onlyWith: { dev: ["この環境で通るのは `{command}` だけです。"], test: ["`{command}` と呼べば起動します。"] },
  push: {
    dev: ["{branch} を push してください。PR はまだ作らないで。{person} さんが先に読みます。"],
    test: ["リモートに上げてください。プルリクエスト(PR)は {person} さんが戻るまで待ちます。"],
  },
  pushed: { dev: ["{branch} をリモートに上げました。"], test: ["{branch} を push しました。"] },
  listed: { dev: ["手順を書き出しました。上から進めます。"], test: ["作業を分けました。"] },
  second: {
    dev: ["完璧です、これは終わり。別件です：{place} に {thing} を。"],
    test: ["いいですね、片付きました。もう一つ、{place} の {thing} があります。"],
  },
  beginning: { dev: ["{file} から読みます。"], test: ["{file} を開きます。"] },
  ask: {
    dev: ["中心部分はできました。一つ確認です。{thing} は {other} にも要りますか、それとも {place} だけですか？"],
    test: ["{place} は動いています。{other} にも {thing} を入れますか？"],
  },
  userAsks: { dev: ["二人が同時に編集したら {place} の {thing} はどうなりますか？"], test: ["{thing} を切ったら {place} はどうなる？"] },
  delegate: { dev: ["{place} に関わるところを全部見て、おかしい点を報告して。"], test: ["{place} 周りのコードを確認して結果を教えて。"] },
  finding: {
    dev: ["主な結果：{file}:{count} に {finding}。他は問題なし。"],
    test: ["本物の問題は一つ、{file}:{count} の {finding}。他にはありません。"],
  },
  folder: {
    dev: ["クライアントは隣の {folder} にあります。そちらの {file} も一緒に直してください。"],
    test: ["{folder} という別リポジトリもあり、{file} に同じ変更が要ります。"],
  },
  pasted: {
    dev: ["昨夜の出力です。{place} の {thing} が止まった理由がどこかにあるはず："],
    test: ["週末のログです。{place} が {thing} を失った理由を調べて："],
  },
  thanks: { dev: ["素晴らしい、ありがとう！良い週末を"], test: ["助かりました。これから泳ぎに行きます"] },
  bye: { dev: ["どういたしまして、良い週末を！"], test: ["楽しんで泳いできてください！"] },
  fillerAsk: {
    dev: ["{file} の {name} を改名して。名前が嘘です。", "{name} ({file}) が長いので二つに分けて。"],
    test: ["{file} の {name} に空入力の確認を入れて。", "{file} の {name} を少し整理して。"],
  },
  fillerDone: { dev: ["{file} は読みやすくなり、コミット済みです。"], test: ["{name} を整理してコミットしました。"] },
  looking: { dev: ["{file} を見ます。"], test: ["{file} を確認します。"] },
  touchUp: { dev: ["最後に一つ、やることがなければ {name} は早く戻るように。"], test: ["{name} が上限を引数で受け取れますか？"] },
  allGreen: { dev: ["{count} 件すべて通りました。"], test: ["テストは {count} 件とも緑です。"] },
  wrapUp: { dev: ["入りました。変わったのは {file} だけです。"], test: ["完了、{file} をどうぞ。"] },
  goOn: { dev: ["続けて"], test: ["それで大丈夫"] },
  detail: {
    dev: [
      "行は一度の走査で {name} に渡るようになりました。",
      "{name} のシグネチャは同じなので、呼び出し側は変わりません。",
      "{file} では import の順番も整えました。",
      "空のリストには空のリストを返すと明記しました。",
    ],
    test: [
      "{file} は二十行ほど短くなりました。ほとんどは同じ検査の写しでした。",
      "外から見ると {name} の動きは以前とまったく同じです。",
      "一行ごとに出ていたログを info から debug に下げました。",
      "既定値はそのままで、上限を渡せばその上限になります。",
    ],
  },
  context: {
    dev: ["参考までに、その顧客は九千行ほどです。", "先週 {name} のレビューで話に出ました。"],
    test: ["急ぎません、次の次のリリース向けです。", "{name} を書いた人はもういません。"],
  },
};
