/** Common attacks in other languages. Languages without spaces between words are matched as substrings. */
import type { PhraseTable } from "../phrase.js";

export const LANGUAGES: PhraseTable = {
  kind: "override",
  lines: `
10 ignoriere|vergiss|missachte|ignorier|ignorieren|vergessen ..4 vorherigen|bisherigen|vorigen|obigen|alle|vorangegangenen|deine ..3 anweisungen|anweisung|instruktionen|befehle|regeln|vorgaben|aufgaben|texte|auftrage|anordnungen
 8 vergiss|vergessen|ignoriere ..2 alles ..3 davor|vorher|bisher|zuvor|gesagte|gesagt|bisherige
10 ignora|olvida|ignore|olvide|descarta|olvidate ..4 instrucciones|ordenes|reglas|indicaciones|directrices ..3 anteriores|previas|anterior|dadas
 8 olvida|olvide|ignora ..2 todo ..4 anterior|anteriormente|antes|dicho|previo
10 ignore|ignorez|oublie|oubliez|ignorer|neglige ..4 instructions|consignes|ordres|regles|directives ..3 precedentes|anterieures|ci|prealables|initiales
 8 oublie|oubliez ..2 tout ..5 avant|precede|dit|precedent
10 ignore|esqueca|ignorar|desconsidere|esquece ..4 instrucoes|ordens|regras|comandos ..3 anteriores|previas|acima
10 ignora|dimentica|ignorare|tralascia ..4 istruzioni|ordini|regole|direttive|comandi ..3 precedenti|sopra|anteriori
10 negeer|vergeet ..4 vorige|eerdere|voorgaande|bovenstaande ..2 instructies|opdrachten|regels
10 zignoruj|zapomnij|ignoruj ..4 poprzednie|wczesniejsze|powyzsze|wszystkie ..3 instrukcje|polecenia|zasady|instrukcji
10 игнорируи|игнорируите|забудь|забудьте|проигнорируи ..4 предыдущие|прошлые|все|предыдущих|прежние ..3 инструкции|указания|команды|правила
10 onceki|tum|yukaridaki ..3 talimatlari|komutlari|kurallari ..2 unut|yoksay|gormezden|dikkate
10 abaikan|lupakan ..3 instruksi|perintah|petunjuk ..2 sebelumnya|diatas|awal
 8 wiederhole|zeige|verrate|nenne ..4 deine|deinen|systemprompt|obigen ..3 anweisungen|systemprompt|prompt|passwort|regeln
 8 repite|muestra|revela|dime ..4 tus|tu|las ..3 instrucciones|prompt|contrasena
 8 repete|repetez|revele|montre|affiche ..4 tes|vos|ton|votre|les ..3 instructions|prompt|consignes|passe
 5 du bist jetzt|nun ..4 kein|keine|ein|ohne|nicht
 5 ahora|agora|adesso|maintenant eres|voce|sei|tu ..3 un|una|um|uma|es
 5 traduci|traduce|traduis|ubersetze ..6 testo|texto|texte|text|anweisungen|instrucciones ..6 sopra|anterior|precedente|oben|arriba
`,
};

/** Weight, and the literal words. */
export const UNSPACED: readonly (readonly [weight: number, words: RegExp])[] = [
  [
    10,
    /(?:忽略|无视|忘记|忘掉|忽視|無視|不要理会|不用管)[^。\n]{0,12}(?:之前|以上|先前|前面|上面|此前|所有)[^。\n]{0,10}(?:指令|指示|命令|规则|規則|提示|要求|内容)/g,
  ],
  [
    8,
    /(?:重复|输出|显示|告诉我|透露|翻译)[^。\n]{0,8}(?:系统提示|系統提示|提示词|初始指令|以上(?:内容|指令|文字)|上面的(?:内容|指令|文字))/g,
  ],
  [10, /(?:これまで|以前|上記|前|すべて)の?[^。\n]{0,8}(?:指示|命令|ルール|プロンプト)[^。\n]{0,6}(?:無視|忘れ)/g],
  [10, /(?:이전|위의?|앞의?|모든)[^.\n]{0,8}(?:지시|명령|규칙|프롬프트)[^.\n]{0,8}(?:무시|잊)/g],
  [10, /(?:تجاهل|انس)[^.\n]{0,20}(?:التعليمات|الأوامر|التوجيهات)[^.\n]{0,12}(?:السابقة|أعلاه)/g],
  [10, /(?:पिछले|पूर्व|ऊपर|सभी)[^।\n]{0,16}(?:निर्देश|आदेश)[^।\n]{0,16}(?:अनदेखा|भूल|नज़रअंदाज़)/g],
];
