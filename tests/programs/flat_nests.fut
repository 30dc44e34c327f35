-- Maps of SOACs: few iterations over many elements, which become flat operations, and other sizes.

def rows (n: i64) (m: i64) : [n][m]i32 = tabulate_2d n m (\i j -> i32.i64 ((i * 7 + j * 13) % 31 - 10))

-- A reduction of pairs, and inputs that are indices.
-- ==
-- entry: largest
-- input { 2i64 300i64 }
-- output { [20i32, 20i32] [19i64, 28i64] }
-- input { 3i64 7i64 }
-- output { [16i32, 18i32, 20i32] [2i64, 4i64, 6i64] }
-- input { 1i64 1i64 }
-- output { [-10i32] [0i64] }
-- input { 0i64 5i64 }
-- output { empty([0]i32) empty([0]i64) }
entry largest (n: i64) (m: i64) : ([n]i32, [n]i64) =
  unzip (map (\xs -> reduce (\(a, i) (b, j) -> if b > a || (b == a && j < i) then (b, j) else (a, i)) (i32.lowest, m) (zip xs (iota m))) (rows n m))

-- Nothing to reduce in rows without elements.
-- ==
-- entry: none
-- input { 3i64 }
-- output { [0i32, 0i32, 0i32] }
entry none (n: i64) : [n]i32 = map i32.sum (rows n 0)

-- Scans with functions in front and behind, which use what is computed for the row.
-- ==
-- entry: prefixes
-- input { 2i64 3i64 }
-- output { [3i32, 9i32] 987i32 }
-- input { 2i64 260i64 }
-- output { [260i32, 402i32] 1255i32 }
-- input { 40i64 9i64 }
-- output { [9i32, 898i32, 561i32, 296i32, 889i32, 779i32, 261i32, 417i32, 289i32, 364i32, 89i32, 594i32, 921i32, 112i32, 679i32, 539i32, 497i32, 425i32, 697i32, 964i32, 729i32, 107i32, 529i32, 433i32, 329i32, 509i32, 413i32, 961i32, 9i32, 204i32, 709i32, 849i32, 457i32, 117i32, 595i32, 209i32, 153i32, 563i32, 81i32, 749i32] 31757i32 }
entry prefixes (n: i64) (m: i64) : ([n]i32, i32) =
  let yss = map2 (\xs k -> let a = xs[0] * i32.i64 k in map (\y -> (y - a) % 1000) (scan (+) 0 (map (\x -> x * a + 1) xs))) (rows n m) (iota n)
  in (map (\ys -> ys[m - 1]) yss, i32.sum (map i32.maximum yss))

-- Several operators at once, of which one does not commute.
-- ==
-- entry: several
-- input { 2i64 4i64 }
-- output { [25i32, 27i32] [-1i32, -12i32] }
-- input { 2i64 257i64 }
-- output { [5061i32, 5051i32] [239i32, 222i32] }
entry several (n: i64) (m: i64) : ([n]i32, [n]i32) =
  let last (a: i32, af: bool) (b: i32, bf: bool) = if bf then (b, bf) else (a, af)
  in unzip (map (\xs ->
       let ys = scan (i32.max) i32.lowest xs
       let zs = scan last (0, false) (map (\x -> (x, x % 3 == 0)) xs)
       in (i32.sum ys, i32.sum (map2 (\(z, f) x -> if f then z else x) zs xs))) (rows n m))

-- Means and deviations: reductions one after the other, with a loop for scalars between them.
-- ==
-- entry: normal
-- input { 2i64 5i64 }
-- output { [15i64, 10i64] }
-- input { 2i64 256i64 }
-- output { [55i64, 51i64] }
entry normal (n: i64) (m: i64) : [n]i64 =
  map (\xs ->
    let mean = i64.sum (map i64.i32 xs) / i64.max 1 m
    let spread = i64.sum (map (\x -> (i64.i32 x - mean) ** 2) xs)
    let root = loop r = spread while r * r > spread do (r + spread / r) / 2
    in i64.sum (map (\x -> (i64.i32 x - mean) * 100 / i64.max 1 root) xs)) (rows n m)

-- An index that is out of bounds in one row.
-- ==
-- entry: fails
-- input { 2i64 300i64 250i32 }
-- error: out of bounds
-- input { 2i64 300i64 299i32 }
-- output { [1497i32, 1489i32] }
entry fails (n: i64) (m: i64) (k: i32) : [n]i32 =
  let xss = rows n m
  in map (\xs -> i32.sum (map (\i -> xs[if i == 299 then i + 299 - i64.i32 k else i]) (iota m))) xss

-- Scans of rows, element by element: rows of several lengths, and neutral elements that differ.
-- ==
-- entry: columns
-- input { 3i64 2i64 }
-- output { [-7i32, 0i32, 21i32] }
-- input { 300i64 1i64 }
-- output { [-10i32, -13i32, -9i32, 2i32, 20i32, 14i32, 15i32, 23i32, 38i32, 29i32, 27i32, 32i32, 44i32, 63i32, 58i32, 60i32, 69i32, 85i32, 77i32, 76i32, 82i32, 95i32, 115i32, 111i32, 114i32, 124i32, 141i32, 134i32, 134i32, 141i32, 155i32, 145i32, 142i32, 146i32, 157i32, 175i32, 169i32, 170i32, 178i32, 193i32, 184i32, 182i32, 187i32, 199i32, 218i32, 213i32, 215i32, 224i32, 240i32, 232i32, 231i32, 237i32, 250i32, 270i32, 266i32, 269i32, 279i32, 296i32, 289i32, 289i32, 296i32, 310i32, 300i32, 297i32, 301i32, 312i32, 330i32, 324i32, 325i32, 333i32, 348i32, 339i32, 337i32, 342i32, 354i32, 373i32, 368i32, 370i32, 379i32, 395i32, 387i32, 386i32, 392i32, 405i32, 425i32, 421i32, 424i32, 434i32, 451i32, 444i32, 444i32, 451i32, 465i32, 455i32, 452i32, 456i32, 467i32, 485i32, 479i32, 480i32, 488i32, 503i32, 494i32, 492i32, 497i32, 509i32, 528i32, 523i32, 525i32, 534i32, 550i32, 542i32, 541i32, 547i32, 560i32, 580i32, 576i32, 579i32, 589i32, 606i32, 599i32, 599i32, 606i32, 620i32, 610i32, 607i32, 611i32, 622i32, 640i32, 634i32, 635i32, 643i32, 658i32, 649i32, 647i32, 652i32, 664i32, 683i32, 678i32, 680i32, 689i32, 705i32, 697i32, 696i32, 702i32, 715i32, 735i32, 731i32, 734i32, 744i32, 761i32, 754i32, 754i32, 761i32, 775i32, 765i32, 762i32, 766i32, 777i32, 795i32, 789i32, 790i32, 798i32, 813i32, 804i32, 802i32, 807i32, 819i32, 838i32, 833i32, 835i32, 844i32, 860i32, 852i32, 851i32, 857i32, 870i32, 890i32, 886i32, 889i32, 899i32, 916i32, 909i32, 909i32, 916i32, 930i32, 920i32, 917i32, 921i32, 932i32, 950i32, 944i32, 945i32, 953i32, 968i32, 959i32, 957i32, 962i32, 974i32, 993i32, 988i32, 990i32, 999i32, 1015i32, 1007i32, 1006i32, 1012i32, 1025i32, 1045i32, 1041i32, 1044i32, 1054i32, 1071i32, 1064i32, 1064i32, 1071i32, 1085i32, 1075i32, 1072i32, 1076i32, 1087i32, 1105i32, 1099i32, 1100i32, 1108i32, 1123i32, 1114i32, 1112i32, 1117i32, 1129i32, 1148i32, 1143i32, 1145i32, 1154i32, 1170i32, 1162i32, 1161i32, 1167i32, 1180i32, 1200i32, 1196i32, 1199i32, 1209i32, 1226i32, 1219i32, 1219i32, 1226i32, 1240i32, 1230i32, 1227i32, 1231i32, 1242i32, 1260i32, 1254i32, 1255i32, 1263i32, 1278i32, 1269i32, 1267i32, 1272i32, 1284i32, 1303i32, 1298i32, 1300i32, 1309i32, 1325i32, 1317i32, 1316i32, 1322i32, 1335i32, 1355i32, 1351i32, 1354i32, 1364i32, 1381i32, 1374i32, 1374i32, 1381i32, 1395i32, 1385i32, 1382i32, 1386i32, 1397i32, 1415i32, 1409i32, 1410i32, 1418i32, 1433i32, 1424i32, 1422i32, 1427i32, 1439i32, 1458i32, 1453i32, 1455i32, 1464i32, 1480i32, 1472i32, 1471i32, 1477i32] }
-- input { 270i64 3i64 }
-- output { [9i32, 8i32, 28i32, 38i32, 69i32, 90i32, 101i32, 102i32, 124i32, 136i32, 138i32, 161i32, 174i32, 208i32, 201i32, 215i32, 219i32, 244i32, 259i32, 264i32, 290i32, 306i32, 343i32, 339i32, 356i32, 363i32, 391i32, 409i32, 417i32, 446i32, 465i32, 474i32, 473i32, 493i32, 503i32, 534i32, 555i32, 566i32, 567i32, 589i32, 601i32, 603i32, 626i32, 639i32, 673i32, 666i32, 680i32, 684i32, 709i32, 724i32, 729i32, 755i32, 771i32, 808i32, 804i32, 821i32, 828i32, 856i32, 874i32, 882i32, 911i32, 930i32, 939i32, 938i32, 958i32, 968i32, 999i32, 1020i32, 1031i32, 1032i32, 1054i32, 1066i32, 1068i32, 1091i32, 1104i32, 1138i32, 1131i32, 1145i32, 1149i32, 1174i32, 1189i32, 1194i32, 1220i32, 1236i32, 1273i32, 1269i32, 1286i32, 1293i32, 1321i32, 1339i32, 1347i32, 1376i32, 1395i32, 1404i32, 1403i32, 1423i32, 1433i32, 1464i32, 1485i32, 1496i32, 1497i32, 1519i32, 1531i32, 1533i32, 1556i32, 1569i32, 1603i32, 1596i32, 1610i32, 1614i32, 1639i32, 1654i32, 1659i32, 1685i32, 1701i32, 1738i32, 1734i32, 1751i32, 1758i32, 1786i32, 1804i32, 1812i32, 1841i32, 1860i32, 1869i32, 1868i32, 1888i32, 1898i32, 1929i32, 1950i32, 1961i32, 1962i32, 1984i32, 1996i32, 1998i32, 2021i32, 2034i32, 2068i32, 2061i32, 2075i32, 2079i32, 2104i32, 2119i32, 2124i32, 2150i32, 2166i32, 2203i32, 2199i32, 2216i32, 2223i32, 2251i32, 2269i32, 2277i32, 2306i32, 2325i32, 2334i32, 2333i32, 2353i32, 2363i32, 2394i32, 2415i32, 2426i32, 2427i32, 2449i32, 2461i32, 2463i32, 2486i32, 2499i32, 2533i32, 2526i32, 2540i32, 2544i32, 2569i32, 2584i32, 2589i32, 2615i32, 2631i32, 2668i32, 2664i32, 2681i32, 2688i32, 2716i32, 2734i32, 2742i32, 2771i32, 2790i32, 2799i32, 2798i32, 2818i32, 2828i32, 2859i32, 2880i32, 2891i32, 2892i32, 2914i32, 2926i32, 2928i32, 2951i32, 2964i32, 2998i32, 2991i32, 3005i32, 3009i32, 3034i32, 3049i32, 3054i32, 3080i32, 3096i32, 3133i32, 3129i32, 3146i32, 3153i32, 3181i32, 3199i32, 3207i32, 3236i32, 3255i32, 3264i32, 3263i32, 3283i32, 3293i32, 3324i32, 3345i32, 3356i32, 3357i32, 3379i32, 3391i32, 3393i32, 3416i32, 3429i32, 3463i32, 3456i32, 3470i32, 3474i32, 3499i32, 3514i32, 3519i32, 3545i32, 3561i32, 3598i32, 3594i32, 3611i32, 3618i32, 3646i32, 3664i32, 3672i32, 3701i32, 3720i32, 3729i32, 3728i32, 3748i32, 3758i32, 3789i32, 3810i32, 3821i32, 3822i32, 3844i32, 3856i32, 3858i32, 3881i32, 3894i32, 3928i32, 3921i32, 3935i32, 3939i32, 3964i32, 3979i32, 3984i32, 4010i32, 4026i32] }
-- input { 0i64 3i64 }
-- output { empty([0]i32) }
entry columns (n: i64) (m: i64) : [n]i32 =
  map i32.sum (scan (map2 (+)) (replicate m 0) (rows n m))

-- ==
-- entry: maxima
-- input { 3i64 2i64 }
-- output { 21i32 }
-- input { 300i64 2i64 }
-- output { 2887i32 }
entry maxima (n: i64) (m: i64) : i32 =
  let lowest = map (\i -> i32.lowest + i32.i64 (i % 2)) (iota m)
  in i32.sum (flatten (map (map (% 7)) (scan (map2 i32.max) lowest (map (map (* 2)) (rows n m)))))

-- Scans and reductions of permutations, whose elements depend on each other.
-- ==
-- entry: permutations
-- input { 80i64 5i64 }
-- output { [0i64, 1i64, 2i64, 3i64, 4i64] 31600i64 }
entry permutations (n: i64) (m: i64) : ([m]i64, i64) =
  let ps = tabulate_2d n m (\i j -> (j + i * i) % m)
  let compose p q = map (\i -> q[i]) p
  in (reduce compose (iota m) ps, i64.sum (flatten (map2 (\k p -> map (* k) p) (iota n) (scan compose (iota m) ps))))
