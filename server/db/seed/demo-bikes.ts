import type { DemoProduct } from './demo-product.ts'
import { label } from './demo-product.ts'

const bike = { kind: 'vehicle', categoryId: 'e-bikes' } as const

export const demoBikes: DemoProduct[] = [
  {
    ...bike, slug: 'embun-e-bike', name: 'Embun E-Bike', edition: 'One year', art: 'e-bike',
    price: 1800, unitsTotal: 50, memberShareBp: 7000, validityDays: 365, settlementType: 0, purchaseLimit: 20, levelNeeded: 0, giftPoints: 10,
    deviceNumber: 'VF-EB-1183', place: 'Sudirman, Jakarta', latitude: -6.2146, longitude: 106.8227, tripsPerDay: 22, averageAmount: 23,
    description: {
      en: 'A shared bicycle with a quiet motor that stands by the metro. People unlock it for ten minutes at a time, twenty times a day.',
      id: 'Sepeda bersama bermotor senyap yang siaga di dekat MRT. Orang membukanya sepuluh menit sekali pakai, dua puluh kali sehari.',
      ms: 'Basikal kongsi dengan motor senyap yang menunggu di tepi metro. Orang membukanya sepuluh minit setiap kali, dua puluh kali sehari.',
      vi: 'Xe đạp dùng chung có động cơ êm, đỗ cạnh ga metro. Mỗi lần mở khóa mười phút, hai mươi lần một ngày.',
      th: 'จักรยานแบ่งปันมอเตอร์เงียบจอดข้างรถไฟฟ้า คนปลดล็อกใช้ครั้งละสิบนาที วันละยี่สิบครั้ง',
      'zh-Hans': '地铁站旁的静音电动共享单车。每次骑十分钟，一天二十次。',
      ar: 'دراجة مشتركة بمحرّك هادئ تقف قرب المترو. يفتحها الناس عشر دقائق في المرة، عشرين مرة في اليوم.',
    },
    specification: [[label.battery, '0.5 kWh'], [label.range, '60 km'], [label.speed, '25 km/h'], [label.built, '2026'], [label.insurance, 'Third party']],
  },
  {
    ...bike, slug: 'braga-e-bike', name: 'Braga E-Bike', edition: 'Six months', art: 'e-bike',
    price: 1450, unitsTotal: 40, keptUnits: 39, memberShareBp: 7000, validityDays: 180, settlementType: 0, purchaseLimit: 3, levelNeeded: 0, giftPoints: 8,
    deviceNumber: 'VF-EB-0702', place: 'Braga, Bandung', latitude: -6.9175, longitude: 107.6091, tripsPerDay: 18, averageAmount: 34,
    description: {
      en: 'The bicycle of the old town: rented by visitors and by students between lectures. The operator kept nearly all of it; one unit is offered.',
      id: 'Sepeda kota tua: disewa wisatawan dan mahasiswa di antara kuliah. Operator menyimpan hampir semuanya; hanya satu unit ditawarkan.',
      ms: 'Basikal kota lama: disewa pelawat, dan pelajar antara kuliah. Pengendali menyimpan hampir kesemuanya; satu unit ditawarkan.',
      vi: 'Chiếc xe đạp của phố cổ: du khách thuê, sinh viên thuê giữa giờ học. Nhà vận hành giữ gần hết; chỉ chào bán một suất.',
      th: 'จักรยานประจำเมืองเก่า นักท่องเที่ยวและนักศึกษาเช่าระหว่างคาบเรียน ผู้ให้บริการเก็บไว้เกือบทั้งหมด เสนอขายเพียงหนึ่งหน่วย',
      'zh-Hans': '老城里的单车：游客租，学生课间也租。运营方几乎全部自持，只出售一份。',
      ar: 'دراجة المدينة القديمة: يستأجرها الزوار والطلاب بين المحاضرات. احتفظ المشغّل بمعظمها تقريبًا؛ والمعروض وحدة واحدة.',
    },
    specification: [[label.battery, '0.6 kWh'], [label.range, '70 km'], [label.speed, '25 km/h'], [label.built, '2025'], [label.insurance, 'Third party']],
  },
  {
    ...bike, slug: 'pasar-cargo-bike', name: 'Pasar Cargo Bike', edition: 'One year', art: 'cargo-bike',
    price: 7500, unitsTotal: 20, memberShareBp: 6600, validityDays: 365, settlementType: 0, purchaseLimit: 5, levelNeeded: 0, giftPoints: 40,
    deviceNumber: 'VF-CB-0054', place: 'Pasar Baru, Jakarta', latitude: -6.1643, longitude: 106.8346, tripsPerDay: 12, averageAmount: 76,
    description: {
      en: 'Carries vegetables from the wholesale market to kitchens before sunrise and parcels afterwards. Narrow enough for lanes that vans cannot enter.',
      id: 'Mengangkut sayur dari pasar induk ke dapur sebelum matahari terbit, lalu paket sesudahnya. Cukup ramping untuk gang yang tak bisa dimasuki mobil.',
      ms: 'Membawa sayur dari pasar borong ke dapur sebelum matahari terbit dan bungkusan selepas itu. Cukup kecil untuk lorong yang tidak dapat dimasuki van.',
      vi: 'Chở rau từ chợ đầu mối đến các bếp trước bình minh, sau đó chở bưu kiện. Đủ hẹp cho những ngõ xe van không vào được.',
      th: 'ขนผักจากตลาดส่งไปยังครัวก่อนฟ้าสาง จากนั้นส่งพัสดุ แคบพอสำหรับซอยที่รถตู้เข้าไม่ได้',
      'zh-Hans': '日出前把蔬菜从批发市场送到厨房，之后送包裹。车身窄，能进货车进不去的小巷。',
      ar: 'تنقل الخضار من سوق الجملة إلى المطابخ قبل الشروق ثم الطرود بعد ذلك. ضيقة بما يكفي لأزقة لا تدخلها الشاحنات.',
    },
    specification: [[label.battery, '1.4 kWh LFP'], [label.range, '65 km'], [label.payload, '150 kg'], [label.built, '2026'], [label.insurance, 'All risk']],
  },
  {
    ...bike, slug: 'toko-cargo-fortnight', name: 'Toko Cargo', edition: 'Two weeks', art: 'cargo-bike',
    price: 1250, unitsTotal: 8, memberShareBp: 6600, validityDays: 14, settlementType: 1, purchaseLimit: 2, levelNeeded: 0, giftPoints: 5,
    deviceNumber: 'VF-CB-0071', place: 'Wonokromo, Surabaya', latitude: -7.3013, longitude: 112.7384, tripsPerDay: 16, averageAmount: 79,
    description: {
      en: 'Two weeks of a cargo bicycle that restocks corner shops. Short, simple, and paid at the end of the term.',
      id: 'Dua minggu kerja sepeda kargo yang memasok warung. Singkat, sederhana, dan dibayar di akhir masa berlaku.',
      ms: 'Dua minggu kerja basikal kargo yang membekalkan kedai runcit. Pendek, ringkas dan dibayar pada akhir tempoh.',
      vi: 'Hai tuần của một chiếc xe đạp chở hàng tiếp tế cho tạp hóa. Ngắn, đơn giản và trả khi hết kỳ hạn.',
      th: 'สองสัปดาห์ของจักรยานขนของที่เติมสินค้าร้านชำ สั้น เรียบง่าย จ่ายเมื่อครบกำหนด',
      'zh-Hans': '为街角小店补货的货运单车，两周。期限短、简单，到期结算。',
      ar: 'أسبوعان من عمل دراجة نقل تزوّد متاجر الحي. قصيرة وبسيطة وتُدفع عند نهاية المدة.',
    },
    specification: [[label.battery, '1.4 kWh LFP'], [label.range, '65 km'], [label.payload, '130 kg'], [label.built, '2025'], [label.insurance, 'All risk']],
  },
  {
    ...bike, slug: 'becak-three-wheeler', name: 'Becak Listrik', edition: 'Two years', art: 'three-wheeler',
    price: 9600, unitsTotal: 30, memberShareBp: 6400, validityDays: 730, settlementType: 0, purchaseLimit: 6, levelNeeded: 0, giftPoints: 50, isFeatured: true,
    deviceNumber: 'VF-TW-0140', place: 'Kota Tua, Jakarta', latitude: -6.1376, longitude: 106.8133, tripsPerDay: 21, averageAmount: 48,
    description: {
      en: 'An electric three-wheeler for two passengers and their shopping. It replaces a petrol one on the same stand, with the same driver.',
      id: 'Kendaraan roda tiga listrik untuk dua penumpang dan belanjaannya. Menggantikan yang berbensin di pangkalan yang sama, dengan pengemudi yang sama.',
      ms: 'Kenderaan roda tiga elektrik untuk dua penumpang dan barangan mereka. Ia menggantikan yang berpetrol di pangkalan yang sama, dengan pemandu yang sama.',
      vi: 'Xe ba bánh điện cho hai khách cùng đồ đi chợ. Thay chiếc chạy xăng ở cùng bến, cùng tài xế.',
      th: 'รถสามล้อไฟฟ้าสำหรับผู้โดยสารสองคนกับของที่ซื้อ มาแทนคันใช้น้ำมันที่คิวเดิม คนขับคนเดิม',
      'zh-Hans': '可载两位乘客和购物的电动三轮车。在同一车点、由同一位司机，替换了原来的燃油车。',
      ar: 'مركبة كهربائية بثلاث عجلات لراكبين ومشترياتهما. حلّت محل أخرى تعمل بالبنزين في الموقف نفسه ومع السائق نفسه.',
    },
    specification: [[label.battery, '5.0 kWh LFP'], [label.range, '100 km'], [label.seats, '2'], [label.built, '2026'], [label.insurance, 'All risk']],
  },
  {
    ...bike, slug: 'angkut-three', name: 'Angkut 3', edition: 'Cargo, 18 months', art: 'three-wheeler',
    price: 13_000, unitsTotal: 28, memberShareBp: 6400, validityDays: 540, settlementType: 0, purchaseLimit: 4, levelNeeded: 1, giftPoints: 60,
    deviceNumber: 'VF-TW-0217', place: 'Kenjeran, Surabaya', latitude: -7.2435, longitude: 112.7867, tripsPerDay: 11, averageAmount: 148,
    description: {
      en: 'A covered three-wheeler on contract with a drinking-water supplier. Eleven rounds a day at a fixed fee per round.',
      id: 'Kendaraan roda tiga beratap yang dikontrak pemasok air minum. Sebelas putaran sehari dengan tarif tetap per putaran.',
      ms: 'Kenderaan roda tiga berbumbung yang dikontrak pembekal air minuman. Sebelas pusingan sehari dengan bayaran tetap setiap pusingan.',
      vi: 'Xe ba bánh có mái, ký hợp đồng với nhà cung cấp nước uống. Mười một vòng một ngày, phí cố định mỗi vòng.',
      th: 'รถสามล้อมีหลังคาทำสัญญากับผู้ส่งน้ำดื่ม วันละสิบเอ็ดรอบ ค่าจ้างคงที่ต่อรอบ',
      'zh-Hans': '带篷三轮车，与饮用水供应商签约。每天十一趟，每趟固定费用。',
      ar: 'مركبة مسقوفة بثلاث عجلات متعاقدة مع مورّد مياه شرب. إحدى عشرة جولة يوميًا برسم ثابت لكل جولة.',
    },
    specification: [[label.battery, '7.2 kWh LFP'], [label.range, '110 km'], [label.payload, '420 kg'], [label.built, '2026'], [label.insurance, 'All risk']],
  },
]
